import { type Micros, micros, type Percent } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { StakeStatus } from '../contract.ts';

export interface StakeRecord {
  id: string;
  customerId: string;
  amount: Micros;
  rate: Percent;
  promisedProfit: Micros;
  days: number;
  startedAt: Date;
  endsAt: Date;
  status: StakeStatus;
  closedAt: Date | null;
}

interface StakeRow {
  id: string;
  customer_id: string;
  amount: bigint;
  rate: bigint;
  promised_profit: bigint;
  days: number;
  started_at: Date;
  ends_at: Date;
  status: StakeStatus;
  closed_at: Date | null;
}

const columns = 'id, customer_id, amount, rate, promised_profit, days, started_at, ends_at, status, closed_at';

function asRecord(row: StakeRow): StakeRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    amount: micros(row.amount),
    rate: row.rate as Percent,
    promisedProfit: micros(row.promised_profit),
    days: row.days,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    status: row.status,
    closedAt: row.closed_at,
  };
}

export async function insertStake(tx: Tx, stake: StakeRecord): Promise<void> {
  await tx.query(
    `INSERT INTO stakes (id, customer_id, amount, rate, promised_profit, days, started_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      stake.id,
      stake.customerId,
      stake.amount,
      stake.rate,
      stake.promisedProfit,
      stake.days,
      stake.startedAt,
      stake.endsAt,
    ],
  );
}

/** Ends a stake that still runs and has not fallen due; null when it is not the customer's, or the race is lost. */
export async function markCanceled(tx: Tx, id: string, customerId: string, now: Date): Promise<StakeRecord | null> {
  const row = await readOne<StakeRow>(
    tx,
    `UPDATE stakes SET status = 'canceled', closed_at = $3
     WHERE id = $1 AND customer_id = $2 AND status = 'in_progress' AND ends_at > $3
     RETURNING ${columns}`,
    [id, customerId, now],
  );
  return row && asRecord(row);
}

export async function readStake(sql: Sql, id: string, customerId: string): Promise<StakeRecord | null> {
  const row = await readOne<StakeRow>(sql, `SELECT ${columns} FROM stakes WHERE id = $1 AND customer_id = $2`, [
    id,
    customerId,
  ]);
  return row && asRecord(row);
}

/** Ends up to `most` stakes that have fallen due, oldest first, passing over those that another worker holds. */
export async function markMatured(tx: Tx, now: Date, most: number): Promise<StakeRecord[]> {
  const rows = await tx.query<StakeRow>(
    `UPDATE stakes SET status = 'finished', closed_at = $1
     WHERE id IN (
       SELECT id FROM stakes WHERE status = 'in_progress' AND ends_at <= $1
       ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${columns}`,
    [now, most],
  );
  return rows.map(asRecord);
}

/** One more than `limit`, so that the reader knows whether there is a next page. */
export async function readStakePage(
  sql: Sql,
  customerId: string,
  span: Span,
  cursor: Cursor,
  limit: number,
): Promise<StakeRecord[]> {
  const rows = await sql.query<StakeRow>(
    `SELECT ${columns} FROM stakes
     WHERE customer_id = $1 AND started_at >= $2 AND started_at < $3 AND (started_at, id) < ($4, $5)
     ORDER BY started_at DESC, id DESC LIMIT $6`,
    [customerId, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map(asRecord);
}
