import { useFormatter } from 'use-intl';
import { readDecimal } from '#platform/typed/read-decimal.ts';

/** Parses a typed number in the reader's own format, as a plain decimal; null if it is not one. */
export function useReadDecimal(): (typed: string, places: number) => string | null {
  const sign = useDecimalSign();
  return (typed, places) => readDecimal(typed, sign, places);
}

/** The reader's decimal sign: `,`, `.` or `٫`. */
export function useDecimalSign(): string {
  return useFormatter()
    .number(0.5, { minimumFractionDigits: 1 })
    .replace(/[\p{Nd}\u200e\u200f]/gu, '');
}
