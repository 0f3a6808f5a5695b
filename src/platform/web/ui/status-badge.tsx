import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

interface StatusBadgeProps {
  /** running: in progress. good: ended well. neutral: over, nothing more to say. bad: refused or failed. */
  tone: 'running' | 'good' | 'neutral' | 'bad';
  children: ReactNode;
}

/** A one-word status with a dot whose shape carries it without colour: hollow while running, filled when over. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
