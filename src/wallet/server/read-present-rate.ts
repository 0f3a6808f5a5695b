import type { Config } from '#platform/server/config.ts';
import { readOne, type Sql } from '#platform/server/database.ts';
import type { RateClosedWhy } from '../contract.ts';
import type { ExchangeRate } from '../quote.ts';
import type { UsdBrl } from './fetch-usd-brl.ts';
import { isDecisionOpen } from './rate-store.ts';
import { readMaxAgeMinutes } from './rate-settings.ts';

/** A rate that no source has repeated for this long is none any more, however young its quote. */
export const usableMs = 15 * 60_000;
export const freshMs = 60_000;

/** The rate that counts now, or why there is none. */
export type PresentRate =
  | { rate: UsdBrl; isStale: boolean; closed: null }
  | { rate: null; isStale: true; closed: RateClosedWhy };

/** The same for every server, and of this very moment: no transfer is made at a rate that was refused a moment ago. */
export async function readPresentRate(sql: Sql, mode: Config['mode']): Promise<PresentRate> {
  const row = await readOne<{ high: ExchangeRate; low: ExchangeRate; at: Date; seen_ms: number; age_ms: number }>(
    sql,
    `SELECT high, low, quoted_at AS at, (extract(epoch FROM now() - last_seen_at) * 1000)::double precision AS seen_ms,
       (extract(epoch FROM now() - quoted_at) * 1000)::double precision AS age_ms
     FROM accepted_rates ORDER BY id DESC LIMIT 1`,
  );
  if (await isDecisionOpen(sql)) return closedFor('refused');
  if (!row) return closedFor('away');
  if (row.age_ms > (await readMaxAgeMinutes(sql, mode)) * 60_000) return closedFor('too_old');
  if (row.seen_ms > usableMs) return closedFor('away');
  return { rate: { high: row.high, low: row.low, at: row.at }, isStale: row.seen_ms > freshMs, closed: null };
}

function closedFor(closed: RateClosedWhy): PresentRate {
  return { rate: null, isStale: true, closed };
}
