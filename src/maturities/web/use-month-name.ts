import { useDate } from '#platform/web/ui/date-time.tsx';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/**
 * `maio de 2026`, or short `mai. de 2026`, from the month's first day; the year whole, since `mai. 26` reads like a day. Persian is put
 * together here: the browser would write the year first.
 */
export function useMonthName(month: 'long' | 'short' = 'long'): (start: string) => string {
  const formatDate = useDate();
  const { language } = useLanguage();
  return (start) =>
    language === 'fa'
      ? `${formatDate(start, { month })} ${formatDate(start, { year: 'numeric' })}`
      : formatDate(start, { month, year: 'numeric' });
}
