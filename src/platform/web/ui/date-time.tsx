import { type DateTimeFormatOptions, useFormatter, useLocale } from 'use-intl';

interface DateTimeProps {
  /** ISO 8601, as in the contract: an instant, or a day, which is the same everywhere. */
  value: string;
  /** `day` 21 de nov. de 2025 · `short` 21/11/2025 · `minute` with the time. */
  show?: 'day' | 'short' | 'minute';
}

const shapes = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  minute: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const;

/** An instant in the reader's time zone, calendar and digits: Persian ones in fa. */
export function DateTime({ value, show = 'day' }: DateTimeProps) {
  const formatDate = useDate();
  return (
    <time translate="no" dateTime={value}>
      {formatDate(value, shapes[show])}
    </time>
  );
}

/** The same format as a string, optionally in another shape. */
export function useDate(): (value: string, shape?: DateTimeFormatOptions) => string {
  const format = useFormatter();
  const isPersian = useLocale() === 'fa';
  return (value, shape = shapes.day) => {
    const written = format.dateTime(new Date(value), { ...shape, ...(isDay(value) && { timeZone: 'UTC' }) });
    // Browsers put a Latin comma between a day and its time, which is wrong in Persian.
    return isPersian ? written.replaceAll(',', '،') : written;
  };
}

function isDay(value: string): boolean {
  return !value.includes('T');
}
