import { useDate } from '#platform/web/ui/date-time.tsx';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/**
 * Formats the first day of a month as `maio de 2026`, or short as `mai. de 2026`; the year in full, since `mai. 26` reads like a day.
 * Persian is assembled here, because the browser would put the year first.
 */
export function useMonthName(month: 'long' | 'short' = 'long'): (start: string) => string {
  const formatDate = useDate();
  const { language } = useLanguage();
  return (start) =>
    language === 'fa'
      ? `${formatDate(start, { month })} ${formatDate(start, { year: 'numeric' })}`
      : formatDate(start, { month, year: 'numeric' });
}
