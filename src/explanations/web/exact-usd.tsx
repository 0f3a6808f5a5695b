import { useFormatter } from 'use-intl';
import { type Micros, toJsonNumber } from '#money/money.ts';
import styles from './exact-usd.module.css';

/** Money to its last micro-dollar: two decimals, and as many more as there are. */
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
  return <span className={styles.exact}>{useExactUsd()(amount, isSigned ? 'exceptZero' : 'auto')}</span>;
}

/** A percentage to its last digit. */
export function useExactPercent(): (percentage: number) => string {
  const format = useFormatter();
  return (percentage) => format.number(percentage / 100, { style: 'percent', maximumFractionDigits: 8 });
}

const dayMs = 86_400_000;

/** How much of a term has passed, in days. */
export function useDaysOf(): (start: string, end: string, at: Date) => { elapsed: string; whole: string } {
  const format = useFormatter();
  return (start, end, at) => {
    const whole = Date.parse(end) - Date.parse(start);
    const elapsed = Math.min(Math.max(at.getTime() - Date.parse(start), 0), whole);
    const days = (ms: number) => format.number(ms / dayMs, { maximumFractionDigits: 4 });
    return { elapsed: days(elapsed), whole: days(whole) };
  };
}
