import { boundsOfDays, dayIn } from '#platform/server/span.ts';

/** The bounds of a calendar year in a zone: its first instant, and the first instant after it. */
export function yearSpan(zone: string, year: number): { start: Date; end: Date } {
  const written = String(year).padStart(4, '0');
  return boundsOfDays(zone, `${written}-01-01`, `${written}-12-31`);
}

export function yearIn(zone: string, at: Date): number {
  return Number(dayIn(zone, at).slice(0, 4));
}

/**
 * A customer's first year: when they registered or something first moved, whichever is earlier. Never later than the current year, which in
 * the sandbox the business clock determines.
 */
export function firstYear(zone: string, now: Date, ...moments: (Date | null)[]): number {
  return Math.min(...[now, ...moments].flatMap((moment) => (moment ? [yearIn(zone, moment)] : [])));
}
