import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { placeOfToken } from '#platform/server/secret-token.ts';
import type { ExchangeRate } from '../quote.ts';
import { msSince, sinceTheLastYes } from './rate-store.ts';

/** How long a rate may be agreed to after it was shown, when a newer one has replaced it (F6). */
export const standsSeconds = 120;

/** Shown again within this time, a rate keeps the time at which it was shown first. */
const renewedAfterSeconds = 10;

/** Records that a session was shown a rate: the only one, from then on, that it may still agree to once the rate has changed. */
export async function noteShownRate(sql: Sql, token: string, rateId: bigint): Promise<void> {
  await sql.query(
    `INSERT INTO shown_rates AS r (token_hash, cell, rate_id)
     SELECT token_hash, cell, $3 FROM sessions WHERE token_hash = $1 AND cell = $2 FOR KEY SHARE
     ON CONFLICT (token_hash, cell) DO UPDATE SET rate_id = excluded.rate_id, shown_at = excluded.shown_at
     WHERE r.rate_id <> excluded.rate_id OR r.shown_at < now() - interval '${renewedAfterSeconds} seconds'`,
    [...placeOfToken(token), rateId],
  );
}

/**
 * Takes the rate that was shown to this session, so that no other call agrees to it: a concurrent one waits, and finds none. Comes back
 * if the transaction fails.
 *
 * @returns the age of its quote in milliseconds; null if this rate was not the last one shown to the session, or too long ago, or before
 * an operator's last approval
 */
export async function takeShownRate(
  tx: Tx,
  token: string,
  { side, rate }: { side: 'high' | 'low'; rate: ExchangeRate },
): Promise<number | null> {
  const row = await readOne<{ age_ms: number }>(
    tx,
    `DELETE FROM shown_rates s USING accepted_rates a
     WHERE s.token_hash = $1 AND s.cell = $2 AND s.shown_at > now() - interval '${standsSeconds} seconds'
       AND a.id = s.rate_id AND CASE $3 WHEN 'high' THEN a.high ELSE a.low END = $4
       AND a.${sinceTheLastYes}
     RETURNING ${msSince('a.quoted_at')} AS age_ms`,
    [...placeOfToken(token), side, rate],
  );
  return row?.age_ms ?? null;
}
