import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogBodyProps {
  /** What is told, where nothing in it takes the keyboard: the body itself does then, so that the keyboard can scroll it. */
  reading?: string;
  children: ReactNode;
}

/** What the dialog asks and tells; it scrolls when the screen is short. */
export function DialogBody({ reading, children }: DialogBodyProps) {
  if (reading === undefined) return <div className={styles.body}>{children}</div>;
  return (
    <div className={styles.body} tabIndex={0} role="region" aria-label={reading}>
      {children}
    </div>
  );
}

/**
 * The way back first, the way on last; below the body, always in sight. Full width and stacked on a phone. No footer: a screen reader
 * would be told of a landmark with the contents of the whole page.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
