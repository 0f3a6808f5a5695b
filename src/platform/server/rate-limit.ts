import { refusePlatform } from '../refusals.ts';

/** So many calls at once, and then so many a second. */
export interface RateLimit {
  atOnce: number;
  perSecond: number;
}

/**
 * Lets a call of this party through, which counts for one or for more; throws Refusal `too_many_attempts` when it comes too soon. Answers
 * what gives it back, should it turn out not to have counted.
 */
export type LimitRate = (party: string, cost?: number) => () => void;

const purgeEveryMs = 60_000;

/**
 * Keeps a party that never tires from filling the database and the queues with what it asks for. Kept in memory, by each process
 * for itself: it costs no question and guards no secret, for which there is `count()`.
 */
export function limitRate({ atOnce, perSecond }: RateLimit, nowMs: () => number = () => performance.now()): LimitRate {
  const apartMs = 1000 / perSecond;
  /** When each party would have come to an end of its calls, had it kept the limit. */
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
