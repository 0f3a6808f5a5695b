import { useFormatter } from 'use-intl';

/**
 * Formats a result in per cent with its sign.
 *
 * @param decimals `few`: only those needed, at most two, for an axis; `two`: for use beside figures with two
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
