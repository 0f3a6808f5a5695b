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
