/**
 * The source of the current time. Business time (when a stake starts, when it falls due) may be moved in sandbox mode; sessions, rate
 * limits and retries run on real time. Both are passed in as a `Clock`, never read from `Date.now()`.
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

/** The day `days` days after the given one, both like `2026-01-31`. */
export function dayAfter(day: string, days = 1): string {
  return addDays(new Date(`${day}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10);
}

/** Whether a span's last day is before its first: it contains no day, and the caller should be told so. */
export function isReversed({ start, end }: { start: string | null; end: string | null }): boolean {
  return start !== null && end !== null && end < start;
}
