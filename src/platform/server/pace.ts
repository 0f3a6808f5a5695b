import { refusePlatform } from '../refusals.ts';

/** So many calls at once, and then so many a second. */
export interface Pace {
  atOnce: number;
  perSecond: number;
}

/** Lets one call of this party through; throws Refusal `too_many_attempts` when it comes too soon. */
export type KeepPace = (party: string) => void;

const forgetEveryMs = 60_000;

/**
 * Keeps a party that never tires from filling the database and the queues with what it asks for. Kept in memory, by each process
 * for itself: it costs no question and guards no secret, for which there is `count()`.
 */
export function keepPace({ atOnce, perSecond }: Pace, nowMs: () => number = () => performance.now()): KeepPace {
  const apartMs = 1000 / perSecond;
  /** When each party would have come to an end of its calls, had it kept the pace. */
  const ends = new Map<string, number>();
  let forgottenAt = nowMs();
  return (party) => {
    const now = nowMs();
    if (now - forgottenAt > forgetEveryMs) {
      forgottenAt = now;
      for (const [each, end] of ends) if (end <= now) ends.delete(each);
    }
    const end = Math.max(ends.get(party) ?? 0, now);
    const tooSoonMs = end - now - (atOnce - 1) * apartMs;
    if (tooSoonMs > 0) throw refusePlatform('too_many_attempts', {}, Math.ceil(tooSoonMs / 1000));
    ends.set(party, end + apartMs);
  };
}
