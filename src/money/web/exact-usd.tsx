import { useFormatter } from 'use-intl';
import { type Micros, toJsonNumber } from '../money.ts';
import styles from './exact-usd.module.css';

/** Formats money to the micro-dollar: two decimals, and more where needed. */
export function useExactUsd(): (amount: Micros, signDisplay?: 'auto' | 'exceptZero') => string {
  const format = useFormatter();
  return (amount, signDisplay = 'auto') =>
    format.number(toJsonNumber(amount), {
      style: 'currency',
      currency: 'USD',
      useGrouping: 'always',
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
      signDisplay,
    });
}

export function ExactUsd({ amount, isSigned = false }: { amount: Micros; isSigned?: boolean }) {
  const format = useExactUsd();
  return (
    <span translate="no" className={styles.exact}>
      {format(amount, isSigned ? 'exceptZero' : 'auto')}
    </span>
  );
}
