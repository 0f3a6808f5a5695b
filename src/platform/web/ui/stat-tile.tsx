import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Shown } from './count.tsx';
import styles from './stat-tile.module.css';

interface StatTileProps {
  label: string;
  /** An `<Amount/>` or a count. */
  value: Shown;
  /** What it is made of, or how it has changed. */
  note?: ReactNode;
  icon?: ReactNode;
  /** The one main figure of the page. */
  isLead?: boolean;
}

/** One figure with its label; group several in a `<StatTiles>`. */
export function StatTile({ label, value, note, icon, isLead }: StatTileProps) {
  return (
    <div className={classNames(styles.tile, isLead && styles.lead)}>
      <dt className={styles.label}>
        {icon}
        <span>{label}</span>
      </dt>
      <dd className={styles.value}>{value}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

export function StatTiles({ children }: { children: ReactNode }) {
  return <dl className={styles.tiles}>{children}</dl>;
}
