import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogBodyProps {
  /** A label for a body without focusable content: the body itself then takes focus, so that the keyboard can scroll it. */
  reading?: string;
  children: ReactNode;
}

/** The content of a dialog; it scrolls when the screen is short. */
export function DialogBody({ reading, children }: DialogBodyProps) {
  if (reading === undefined) return <div className={styles.body}>{children}</div>;
  return (
    <div className={styles.body} tabIndex={0} role="region" aria-label={reading}>
      {children}
    </div>
  );
}

/**
 * The way back first, the way forward last; below the body, always visible. Full width and stacked on a phone. Not a `footer`: a screen
 * reader would announce a landmark for the whole page.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
