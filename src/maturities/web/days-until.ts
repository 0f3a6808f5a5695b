import { dayMs } from '#platform/clock.ts';

/** Number of midnights in the reader's zone between two instants: 0 today, 1 tomorrow; never negative. */
export function daysUntil(moment: Date, now: Date): number {
  const midnights = dayOf(moment) - dayOf(now);
  return Math.max(0, Math.round(midnights / dayMs));
}

/** Days of equal length, even across clock changes. */
function dayOf(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
