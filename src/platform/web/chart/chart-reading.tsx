import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './chart-reading.module.css';
import colours from './parts.module.css';

/** What a drawing is made of, each part with a colour of its own (parts.module.css). */
export type ChartPart = string;

export interface Reading {
  /** Null: the sum of all. */
  part: ChartPart | null;
  name: ReactNode;
  value: ReactNode;
}

/** The place that is looked at, in figures; also what the colours mean. */
export function ChartReading({ readings }: { readings: readonly Reading[] }) {
  return (
    <dl className={styles.reading}>
      {readings.map(({ part, name, value }) => (
        <div key={part} className={classNames(styles.entry, colours.part)} data-part={part ?? undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
