import { useFormatter } from 'use-intl';

/**
 * A result in per cent with its sign.
 *
 * @param decimals as few as there are and at most two, for an axis; two, beside figures that have two
 */
export function useSignedPercent(decimals: 'few' | 'two' = 'few'): (value: number) => string {
  const format = useFormatter();
  return (value) =>
    format.number(value / 100, {
      style: 'percent',
      minimumFractionDigits: decimals === 'two' ? 2 : 0,
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    });
}
