import { requireOne, type Sql } from '#platform/server/database.ts';
import type { ExchangeRate } from '../quote.ts';
import type { UsdBrl } from './fetch-usd-brl.ts';

/** Remembers for every server what hangs on the board of one from now on, and forgets what hung there a day ago. */
export async function noteShownRate(sql: Sql, { high, low }: Pick<UsdBrl, 'high' | 'low'>): Promise<void> {
  await sql.query(
    `WITH forgotten AS (DELETE FROM shown_rates WHERE shown_at < now() - interval '1 day')
     INSERT INTO shown_rates (high, low) VALUES ($1, $2)`,
    [high, low],
  );
}

/** How long a rate may be agreed to that a board has taken down since, or another server shows. */
export const standsMs = 3 * 60_000;

/** Whether some server's board began to show this rate so lately that it still stands. */
export async function stillStands(sql: Sql, side: 'high' | 'low', rate: ExchangeRate): Promise<boolean> {
  const row = await requireOne<{ stands: boolean }>(
    sql,
    `SELECT EXISTS (
       SELECT FROM shown_rates WHERE shown_at > now() - $1 * interval '1 millisecond'
         AND CASE $2 WHEN 'high' THEN high ELSE low END = $3
     ) AS stands`,
    [standsMs, side, rate],
  );
  return row.stands;
}
