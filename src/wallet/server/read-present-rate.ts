import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import type { RateClosedWhy } from '../contract.ts';
import type { UsdBrl } from './fetch-usd-brl.ts';
import { type RateFacts, readRateFacts } from './rate-store.ts';

/** A rate that its source has not repeated for this long is no longer usable, however recent its quote. */
export const usableMs = 15 * 60_000;
export const freshMs = 60_000;

/** The rate in force, or why there is none. */
export type PresentRate =
  | { rate: UsdBrl & { id: bigint }; isStale: boolean; closed: null }
  | { rate: null; isStale: true; closed: RateClosedWhy };

/** The same for every server and always current: no transfer is made at a rate refused a moment ago. */
export async function readPresentRate(sql: Sql, mode: Config['mode']): Promise<PresentRate> {
  return presentRateOf(await readRateFacts(sql, mode));
}

export function presentRateOf({ newest, isDecisionOpen, maxAgeMs }: RateFacts): PresentRate {
  if (isDecisionOpen) return closedFor('refused');
  if (!newest) return closedFor('away');
  if (newest.ageMs > maxAgeMs) return closedFor('too_old');
  if (newest.seenMs > usableMs) return closedFor('away');
  const { id, high, low, at, seenMs } = newest;
  return { rate: { id, high, low, at }, isStale: seenMs > freshMs, closed: null };
}

function closedFor(closed: RateClosedWhy): PresentRate {
  return { rate: null, isStale: true, closed };
}
