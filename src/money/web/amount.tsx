import { useFormatter } from 'use-intl';
import { fromJsonNumber, toJsonNumber } from '../money.ts';
import { wholeCents } from '../shown.ts';
import styles from './amount.module.css';
import { usdFormat, withItsSign } from './written-usd.ts';

interface AmountProps {
  /** USD, as in the contract (at most six decimals). */
  value: number;
  /**
   * `change` marks gain and loss by sign, arrow and colour; `moved`, for money that only moved between the customer's own pockets and for a
   * tax or a price, by its sign alone.
   */
  tone?: 'plain' | 'change' | 'moved';
}

/** Money on the screen: in full, to the cent, in tabular figures, on one line, and never more than the exact value. */
export function Amount({ value, tone = 'plain' }: AmountProps) {
  const format = useUsd();
  if (tone === 'plain')
    return (
      <span translate="no" className={styles.amount}>
        {format(value)}
      </span>
    );
  if (tone === 'moved')
    return (
      <span translate="no" className={styles.amount}>
        {format(value, 'exceptZero')}
      </span>
    );
  return <Changed by={inCents(value)}>{format(value, 'exceptZero')}</Changed>;
}

/** A gain or loss as it is written, marked by arrow and colour. */
export function Changed({ by, children }: { by: number; children: string }) {
  return (
    <span translate="no" className={styles.amount} data-direction={by === 0 ? 'still' : by > 0 ? 'gain' : 'loss'}>
      {by !== 0 && (
        <svg viewBox="0 0 10 10" className={styles.arrow} aria-hidden="true">
          <path d={by > 0 ? 'M5 2 9 8H1z' : 'M5 8 1 2h8z'} fill="currentColor" />
        </svg>
      )}
      {children}
    </span>
  );
}

/** The same text as a string, for example for a button that contains the amount. */
export function useUsd(): (value: number, signDisplay?: 'auto' | 'exceptZero') => string {
  const format = useFormatter();
  return (value, signDisplay = 'auto') => withItsSign(format.number(inCents(value), { ...usdFormat, signDisplay }));
}

function inCents(value: number): number {
  return toJsonNumber(wholeCents(fromJsonNumber(value)));
}
