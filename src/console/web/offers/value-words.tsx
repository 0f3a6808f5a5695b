import type { Unit } from '#console/offers-contract.ts';
import styles from './offers.module.css';
import { useValueWords } from './use-value-words.ts';

interface ValueWordsProps {
  unit: Unit | null;
  value: unknown;
  /** What stands beside it, before or after a change: the parts that are the same in both step back. */
  beside?: unknown;
}

/** A setting's value, one line per part. */
export function ValueWords({ unit, value, beside }: ValueWordsProps) {
  const words = useValueWords();
  const lines = words(unit, value);
  if (lines.length === 1) return <bdi>{lines[0]}</bdi>;
  const same = beside === undefined ? [] : words(unit, beside);
  return (
    <span className={styles.value}>
      {lines.map((line) => (
        <span key={line} data-same={same.includes(line) || undefined}>
          {line}
        </span>
      ))}
    </span>
  );
}
