/** A calendar year of UTC: its first instant, and the first one after it. */
export function yearSpan(year: number): { start: Date; end: Date } {
  return { start: new Date(Date.UTC(year, 0, 1)), end: new Date(Date.UTC(year + 1, 0, 1)) };
}

/**
 * The first year of a customer's: in which they came, or something first moved. No later than the present one, whatever was moved: in the
 * sandbox it is the business clock that says which that is.
 */
export function firstYear(now: Date, ...moments: (Date | null)[]): number {
  return Math.min(...[now, ...moments].flatMap((moment) => (moment ? [moment.getUTCFullYear()] : [])));
}
