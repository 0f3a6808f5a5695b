import { addDays } from '#platform/clock.ts';
import { dayIn } from '#platform/server/span.ts';
import type { MonthCalendar } from '../contract.ts';

/**
 * Returns the first day of each month, from the month of `first` to the month of `last`, as dates (`2026-03-01`).
 *
 * Persian months begin on different days from Gregorian ones, so sums by Gregorian month would have the wrong name for readers of the
 * Persian calendar. In either, a month begins on the day numbered 1.
 *
 * @param zone the reader's, which determines the day an instant falls on
 */
export function monthStarts(first: Date, last: Date, zone: string, calendar: MonthCalendar): string[] {
  const end = dayIn(zone, last);
  const starts: string[] = [];
  let day = new Date(`${dayIn(zone, first)}T00:00:00Z`);
  while (numberOf(day, calendar) !== 1) day = addDays(day, -1);
  for (; iso(day) <= end; day = addDays(day, 1)) if (numberOf(day, calendar) === 1) starts.push(iso(day));
  return starts;
}

const persianDay = new Intl.DateTimeFormat('en-u-ca-persian', { timeZone: 'UTC', day: 'numeric' });

function numberOf(day: Date, calendar: MonthCalendar): number {
  if (calendar === 'gregory') return day.getUTCDate();
  return Number(persianDay.formatToParts(day).find(({ type }) => type === 'day')?.value);
}

function iso(day: Date): string {
  return day.toISOString().slice(0, 10);
}
