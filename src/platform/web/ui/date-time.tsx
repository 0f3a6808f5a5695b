import { type DateTimeFormatOptions, useFormatter, useLocale } from 'use-intl';

interface DateTimeProps {
  /** ISO 8601, as the contract gives it: a moment, or a day, which is the same day everywhere. */
  value: string;
  /** `day` 21 de nov. de 2025 · `short` 21/11/2025 · `minute` with the time of day. */
  show?: 'day' | 'short' | 'minute';
}

const shapes = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  minute: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const;

/** A moment in the reader's zone, calendar and digits: Persian ones in fa. */
export function DateTime({ value, show = 'day' }: DateTimeProps) {
  const formatDate = useDate();
  return <time dateTime={value}>{formatDate(value, shapes[show])}</time>;
}

/** The same words where a string is needed, in a shape of one's own. */
export function useDate(): (value: string, shape?: DateTimeFormatOptions) => string {
  const format = useFormatter();
  const isPersian = useLocale() === 'fa';
  return (value, shape = shapes.day) => {
    const written = format.dateTime(new Date(value), { ...shape, ...(isDay(value) && { timeZone: 'UTC' }) });
    // Between a day and its hour browsers put a Latin comma, which no Persian would write.
    return isPersian ? written.replaceAll(',', '،') : written;
  };
}

function isDay(value: string): boolean {
  return !value.includes('T');
}
