import { useDate } from '../ui/date-time.tsx';

/**
 * Formats a day for an axis: `2 de mar.`, and `2 de dez. de 2025` when its year is not that of the last day. Otherwise the first and the
 * last label would be the same after a year.
 */
export function useDayName(last: string): (date: string) => string {
  const formatDate = useDate();
  const yearOf = (date: string): string => formatDate(date, { year: 'numeric' });
  const day = { day: 'numeric', month: 'short' } as const;
  return (date) => formatDate(date, yearOf(date) === yearOf(last) ? day : { ...day, year: 'numeric' });
}
