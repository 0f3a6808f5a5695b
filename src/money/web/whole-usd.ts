import { useFormatter } from 'use-intl';
import { usdFormat } from './written-usd.ts';

/** For choices that are always whole dollars and appear many in a row: `US$ 20.000`. */
export function useWholeUsd(): (dollars: number) => string {
  const format = useFormatter();
  return (dollars) => format.number(dollars, { ...usdFormat, maximumFractionDigits: 0 });
}
