import type { ReactNode } from 'react';
import styles from './state.module.css';

interface EmptyStateProps {
  /** One sentence: what would be shown here. */
  text: string;
  icon?: ReactNode;
  /** The button that adds an entry. */
  action?: ReactNode;
}

export function EmptyState({ text, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p>{text}</p>
      {action}
    </div>
  );
}
