import type { Config } from '#settings/server/config.ts';
import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { valueOf } from '#settings/server/settings.ts';
import type { ExchangeRate } from '../quote.ts';
import type { QuotedUsdBrl, UsdBrl } from './fetch-usd-brl.ts';
import type { KnownRates, RefusedWhy } from './judge-rate.ts';
import { rateMaxAgeMinutes } from './rate-settings.ts';

/** Serialises judging across all servers by locking the single row, so that each sees the result of the one before. */
export async function holdRates(tx: Tx): Promise<void> {
  await tx.query('SELECT FROM rate_judge FOR UPDATE');
}

/** Longer than asking both sources and judging takes, so that nobody else asks meanwhile. */
const askingMs = 60_000;

/** Takes the turn to ask these sources, if it is time; whoever has it says when the next is. */
export async function takeTurnToAsk(sql: Sql, sources: Buffer): Promise<boolean> {
  const turn = await readOne(
    sql,
    `UPDATE rate_judge SET ask_at = now() + $2 * interval '1 millisecond', asked_of = $1
     WHERE ask_at <= now() OR asked_of IS DISTINCT FROM $1 RETURNING only_row`,
    [sources, askingMs],
  );
  return turn !== null;
}

export async function endTurnToAsk(sql: Sql, sources: Buffer, restMs: number): Promise<void> {
  await sql.query(`UPDATE rate_judge SET ask_at = now() + $2 * interval '1 millisecond' WHERE asked_of = $1`, [
    sources,
    restMs,
  ]);
}

interface RateRow {
  high: ExchangeRate;
  low: ExchangeRate;
  quoted_at: Date;
}

/** Rates accepted before an operator's last approval are history, not a reference. */
export const sinceTheLastYes = `id >= (SELECT coalesce(max(id), 0) FROM accepted_rates WHERE by_operator)`;

export async function readKnownRates(sql: Sql): Promise<KnownRates> {
  const { now } = await requireOne<{ now: Date }>(sql, 'SELECT now() AS now');
  const last = await readOne<RateRow>(sql, 'SELECT high, low, quoted_at FROM accepted_rates ORDER BY id DESC LIMIT 1');
  if (!last) return { now, last: null, lately: null };
  const lately = await requireOne<NonNullable<KnownRates['lately']>>(
    sql,
    `SELECT min(high + low) AS "lowestSum", max(high + low) AS "highestSum" FROM accepted_rates
     WHERE ${sinceTheLastYes} AND (last_seen_at > now() - interval '1 day' OR id = (SELECT max(id) FROM accepted_rates))`,
  );
  return { now, last: { high: last.high, low: last.low, at: last.quoted_at }, lately };
}

/** Accepts a rate; false when it repeats the newest one, which is then only confirmed. */
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

/** A rate for which BRL is closed, or one that arrived while it was. */
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

/** The newest accepted rate, with its age and that of its last confirmation, by the database that all servers share. */
export interface NewestRate {
  id: bigint;
  high: ExchangeRate;
  low: ExchangeRate;
  at: Date;
  ageMs: number;
  seenMs: number;
}

/** What decides whether there is a rate now. */
export interface RateFacts {
  /** Null before the first. */
  newest: NewestRate | null;
  isDecisionOpen: boolean;
  maxAgeMs: number;
}

interface FactsRow {
  id: bigint;
  high: ExchangeRate | null;
  low: ExchangeRate;
  at: Date;
  age_ms: number;
  seen_ms: number;
  is_decision_open: boolean;
  max_age: unknown;
}

export const msSince = (moment: string): string => `(extract(epoch FROM now() - ${moment}) * 1000)::double precision`;

/** Reads the current facts, in one round trip. */
export async function readRateFacts(sql: Sql, mode: Config['mode']): Promise<RateFacts> {
  const row = await requireOne<FactsRow>(
    sql,
    `SELECT r.*, EXISTS (SELECT FROM refused_rates WHERE decided_at IS NULL) AS is_decision_open,
       (SELECT value FROM settings WHERE key = $1) AS max_age
     FROM (SELECT) AS always LEFT JOIN LATERAL (
       SELECT id, high, low, quoted_at AS at, ${msSince('quoted_at')} AS age_ms, ${msSince('last_seen_at')} AS seen_ms
       FROM accepted_rates ORDER BY id DESC LIMIT 1
     ) r ON true`,
    [rateMaxAgeMinutes.key],
  );
  const { id, high, low, at, age_ms: ageMs, seen_ms: seenMs } = row;
  return {
    newest: high === null ? null : { id, high, low, at, ageMs, seenMs },
    isDecisionOpen: row.is_decision_open,
    maxAgeMs: valueOf(rateMaxAgeMinutes, row.max_age, mode) * 60_000,
  };
}

export async function isDecisionOpen(sql: Sql): Promise<boolean> {
  return (await sql.query('SELECT FROM refused_rates WHERE decided_at IS NULL LIMIT 1')).length > 0;
}

/** Newest first; an approval applies to the first. */
export function readUndecidedRates(sql: Sql, most: number): Promise<RefusedRate[]> {
  return sql.query<RefusedRate>(
    `SELECT ${refusedColumns} FROM refused_rates WHERE decided_at IS NULL ORDER BY id DESC LIMIT $1`,
    [most],
  );
}

/** Records a refused rate; false when it repeats the newest undecided one. */
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

/** Accepts this rate on an operator's approval, and closes all others awaiting a decision. Returns the accepted rate's id. */
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
