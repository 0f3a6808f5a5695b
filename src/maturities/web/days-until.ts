import { dayMs } from '#platform/clock.ts';

/** How many of the reader's midnights lie between two moments: 0 today, 1 tomorrow; never below zero. */
export function daysUntil(moment: Date, now: Date): number {
  const midnights = dayOf(moment) - dayOf(now);
  return Math.max(0, Math.round(midnights / dayMs));
}

/** Days of one length, also where clocks are changed. */
function dayOf(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
