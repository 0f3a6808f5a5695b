import type { ReactNode } from 'react';
import styles from './dialog.module.css';

/** What the dialog asks and tells; it scrolls when the screen is short. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/**
 * The way back first, the way on last; below the body, always in sight. Full width and stacked on a phone. No footer: a screen reader
 * would be told of a landmark with the contents of the whole page.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
