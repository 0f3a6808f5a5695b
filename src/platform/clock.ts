/**
 * What time it is, for whoever has to ask. Business time (when a stake starts, when it falls due) may be moved in sandbox
 * mode; sessions, rate limits and retries run on real time. Both are handed in as a `Clock`, never read from `Date.now()`.
 */
export interface Clock {
  now(): Date;
}

export const realClock: Clock = { now: () => new Date() };

export function fixedClock(at: Date): Clock {
  return { now: () => at };
}

export const dayMs = 86_400_000;

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

/** The day so many days after one, both like `2026-01-31`. */
export function dayAfter(day: string, days = 1): string {
  return addDays(new Date(`${day}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10);
}

/** A span of days whose last is before its first: no day is in it, and whoever asked for it should be told. */
export function isReversed({ start, end }: { start: string | null; end: string | null }): boolean {
  return start !== null && end !== null && end < start;
}
