/** The bounds of a calendar year in UTC: its first instant, and the first instant after it. */
export function yearSpan(year: number): { start: Date; end: Date } {
  return { start: new Date(Date.UTC(year, 0, 1)), end: new Date(Date.UTC(year + 1, 0, 1)) };
}

/**
 * A customer's first year: when they registered or something first moved, whichever is earlier. Never later than the current year, which in
 * the sandbox the business clock determines.
 */
export function firstYear(now: Date, ...moments: (Date | null)[]): number {
  return Math.min(...[now, ...moments].flatMap((moment) => (moment ? [moment.getUTCFullYear()] : [])));
}
