import { useDate } from '../ui/date-time.tsx';

/**
 * How a day is named on an axis: `2 de mar.`, and `2 de dez. de 2025` where its year is not that of the last day. After a year the first
 * and the last would else be the same.
 */
export function useDayName(last: string): (date: string) => string {
  const formatDate = useDate();
  const yearOf = (date: string): string => formatDate(date, { year: 'numeric' });
  const day = { day: 'numeric', month: 'short' } as const;
  return (date) => formatDate(date, yearOf(date) === yearOf(last) ? day : { ...day, year: 'numeric' });
}
