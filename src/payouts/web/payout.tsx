import { useFormatter } from 'use-intl';
import { Changed } from '#money/web/amount.tsx';

/** An operation's payout in percent, to its last digit: gain or loss by sign, arrow and colour. */
export function Payout({ value }: { value: number }) {
  const format = useFormatter();
  return (
    <Changed by={value}>
      {format.number(value / 100, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 6,
        signDisplay: 'exceptZero',
      })}
    </Changed>
  );
}
