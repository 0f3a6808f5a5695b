import type { ReactNode } from 'react';
import styles from './second-factor-card.module.css';

interface RowProps {
  name: ReactNode;
  note: ReactNode;
  /** The row's actions. */
  children: ReactNode;
}

export function Row({ name, note, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>{note}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
