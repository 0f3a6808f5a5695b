import { refusePlatform } from '#platform/refusals.ts';

/** A burst of `atOnce` calls, then `perSecond` calls a second. */
export interface RateLimit {
  atOnce: number;
  perSecond: number;
}

/**
 * Lets a call of this party through, counting it `cost` times; throws Refusal `too_many_attempts` when it comes too soon. Returns a
 * function that takes the count back, should the call turn out not to count.
 */
export type LimitRate = (party: string, cost?: number) => () => void;

const purgeEveryMs = 60_000;

/**
 * Keeps a tireless party from filling the database and the queues with its requests. Held in memory, per process: it costs no query and
 * protects no secret, for which there is `count()`.
 */
export function limitRate({ atOnce, perSecond }: RateLimit, nowMs: () => number = () => performance.now()): LimitRate {
  const apartMs = 1000 / perSecond;
  /** When each party would have finished its calls, had it kept to the limit. */
  const ends = new Map<string, number>();
  let purgedAt = nowMs();
  return (party, cost = 1) => {
    const now = nowMs();
    if (now - purgedAt > purgeEveryMs) {
      purgedAt = now;
      for (const [each, end] of ends) if (end <= now) ends.delete(each);
    }
    const end = Math.max(ends.get(party) ?? 0, now);
    const tooSoonMs = end - now - (atOnce - cost) * apartMs;
    if (tooSoonMs > 0) throw refusePlatform('too_many_attempts', {}, Math.ceil(tooSoonMs / 1000));
    ends.set(party, end + cost * apartMs);
    return () => void ends.set(party, (ends.get(party) ?? 0) - cost * apartMs);
  };
}
