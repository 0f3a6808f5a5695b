import { useFormatter } from 'use-intl';
import styles from './payout.module.css';

/** An operation's payout in percent, to its last digit: gain or loss by sign, arrow and colour. */
export function Payout({ value }: { value: number }) {
  const format = useFormatter();
  const direction = value === 0 ? 'still' : value > 0 ? 'gain' : 'loss';
  return (
    <span className={styles.payout} data-direction={direction}>
      {direction !== 'still' && (
        <svg viewBox="0 0 10 10" className={styles.arrow} aria-hidden="true">
          <path d={value > 0 ? 'M5 2 9 8H1z' : 'M5 8 1 2h8z'} fill="currentColor" />
        </svg>
      )}
      {format.number(value / 100, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 6,
        signDisplay: 'exceptZero',
      })}
    </span>
  );
}
