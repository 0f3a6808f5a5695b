import { useFormatter } from 'use-intl';

/** A result in per cent with its sign; at most two decimals. */
export function useSignedPercent(): (value: number) => string {
  const format = useFormatter();
  return (value) =>
    format.number(value / 100, { style: 'percent', maximumFractionDigits: 2, signDisplay: 'exceptZero' });
}
