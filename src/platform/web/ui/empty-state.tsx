import type { ReactNode } from 'react';
import styles from './state.module.css';

interface EmptyStateProps {
  /** One sentence: what would be shown here; read out if the reader's own choice leaves nothing (`Said`). */
  text: ReactNode;
  icon?: ReactNode;
  /** The button that adds an entry. */
  action?: ReactNode;
}

export function EmptyState({ text, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {typeof text === 'string' ? <p>{text}</p> : text}
      {action}
    </div>
  );
}
