import type { Unit } from '#console/offers-contract.ts';
import styles from './offers.module.css';
import { useValueWords } from './use-value-words.ts';

/** A setting's value, one line per part. */
export function ValueWords({ unit, value }: { unit: Unit | null; value: unknown }) {
  const words = useValueWords();
  return (
    <span className={styles.value}>
      {words(unit, value).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
