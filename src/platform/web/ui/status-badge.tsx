import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

interface StatusBadgeProps {
  /** running: on its way. good: ended well. neutral: over without more. bad: refused or failed. */
  tone: 'running' | 'good' | 'neutral' | 'bad';
  children: ReactNode;
}

/** A state in a word, with a dot whose shape tells it apart without colour: hollow while it runs, full when it is over. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
