import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './chart-reading.module.css';
import colours from './parts.module.css';

/** A part of a chart, with its own colour (parts.module.css). */
export type ChartPart = string;

export interface Reading {
  /** Null for the total. */
  part: ChartPart | null;
  name: ReactNode;
  value: ReactNode;
}

/** The figures at the selected point; also the legend of the colours. */
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
