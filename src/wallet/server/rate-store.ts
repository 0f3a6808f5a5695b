import { readOne, requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { ExchangeRate } from '../quote.ts';
import type { QuotedUsdBrl, UsdBrl } from './fetch-usd-brl.ts';
import type { KnownRates, RefusedWhy } from './judge-rate.ts';

/** Of all servers one judges at a time, each by what the one before it made of the rate. */
export async function holdRates(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('usd-brl', 0))`);
}

interface RateRow {
  high: ExchangeRate;
  low: ExchangeRate;
  quoted_at: Date;
}

/** What was accepted before an operator's last yes is history, no measure. */
const sinceTheLastYes = `id >= (SELECT coalesce(max(id), 0) FROM accepted_rates WHERE by_operator)`;

export async function readKnownRates(tx: Tx): Promise<KnownRates> {
  const { now } = await requireOne<{ now: Date }>(tx, 'SELECT now() AS now');
  const last = await readOne<RateRow>(tx, 'SELECT high, low, quoted_at FROM accepted_rates ORDER BY id DESC LIMIT 1');
  if (!last) return { now, last: null, lately: null };
  const lately = await requireOne<NonNullable<KnownRates['lately']>>(
    tx,
    `SELECT min(high) AS "lowestHigh", max(high) AS "highestHigh", min(low) AS "lowestLow", max(low) AS "highestLow"
     FROM accepted_rates
     WHERE ${sinceTheLastYes} AND (last_seen_at > now() - interval '1 day' OR id = (SELECT max(id) FROM accepted_rates))`,
  );
  return { now, last: { high: last.high, low: last.low, at: last.quoted_at }, lately };
}

/** The same quote seen again is the same rate; true when it is another. */
export async function acceptRate(tx: Tx, { high, low, at }: UsdBrl): Promise<boolean> {
  const same = await tx.query(
    `UPDATE accepted_rates SET last_seen_at = now(), quoted_at = $3
     WHERE id = (SELECT max(id) FROM accepted_rates) AND high = $1 AND low = $2 RETURNING id`,
    [high, low, at],
  );
  if (same.length > 0) return false;
  await tx.query('INSERT INTO accepted_rates (high, low, quoted_at) VALUES ($1, $2, $3)', [high, low, at]);
  return true;
}

/** A rate that BRL is closed for, or that came in meanwhile. */
export interface RefusedRate {
  id: bigint;
  high: ExchangeRate | null;
  low: ExchangeRate | null;
  quoted_at: Date;
  why: RefusedWhy | 'within_bounds';
  refused_at: Date;
  last_seen_at: Date;
}

const refusedColumns = 'id, high, low, quoted_at, why, refused_at, last_seen_at';

export async function isDecisionOpen(sql: Sql): Promise<boolean> {
  return (await sql.query('SELECT FROM refused_rates WHERE decided_at IS NULL LIMIT 1')).length > 0;
}

/** The newest first; the first of them is what a yes is about. */
export function readUndecidedRates(sql: Sql, most: number): Promise<RefusedRate[]> {
  return sql.query<RefusedRate>(
    `SELECT ${refusedColumns} FROM refused_rates WHERE decided_at IS NULL ORDER BY id DESC LIMIT $1`,
    [most],
  );
}

/** Also false when it says just what the newest undecided one says. */
export async function noteRefusedRate(tx: Tx, quoted: QuotedUsdBrl, why: RefusedRate['why']): Promise<boolean> {
  const { high, low, at } = quoted;
  const same = await tx.query(
    `UPDATE refused_rates SET last_seen_at = now(), quoted_at = $4
     WHERE id = (SELECT max(id) FROM refused_rates WHERE decided_at IS NULL)
       AND high IS NOT DISTINCT FROM $1 AND low IS NOT DISTINCT FROM $2 AND why = $3 RETURNING id`,
    [high, low, why, at],
  );
  if (same.length > 0) return false;
  await tx.query('INSERT INTO refused_rates (high, low, quoted_at, why) VALUES ($1, $2, $3, $4)', [high, low, at, why]);
  return true;
}

/** An operator's yes to this one, and with it an end of what waited beside it. Answers the number of what was accepted. */
export async function acceptRefusedRate(
  tx: Tx,
  { high, low, quoted_at: at, last_seen_at: seenAt }: RefusedRate,
): Promise<bigint> {
  await tx.query('UPDATE refused_rates SET decided_at = now() WHERE decided_at IS NULL');
  const { id } = await requireOne<{ id: bigint }>(
    tx,
    `INSERT INTO accepted_rates (high, low, quoted_at, last_seen_at, by_operator) VALUES ($1, $2, $3, $4, true) RETURNING id`,
    [high, low, at, seenAt],
  );
  return id;
}

/** How long a rate may be agreed to that is not the present one any more. */
export const standsMs = 3 * 60_000;

/** Whether this rate was accepted and is of so lately that it still stands; nothing of before an operator's last yes does. */
export async function stillStands(
  sql: Sql,
  side: 'high' | 'low',
  rate: ExchangeRate,
  maxAgeMinutes: number,
): Promise<boolean> {
  const rows = await sql.query(
    `SELECT FROM accepted_rates WHERE last_seen_at > now() - $1 * interval '1 millisecond' AND ${sinceTheLastYes}
       AND CASE $2 WHEN 'high' THEN high ELSE low END = $3 AND quoted_at > now() - $4 * interval '1 minute' LIMIT 1`,
    [standsMs, side, rate, maxAgeMinutes],
  );
  return rows.length > 0;
}
