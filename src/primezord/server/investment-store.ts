import { type Micros, micros } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { InvestmentStatus } from '../contract.ts';

export interface InvestmentRecord {
  id: string;
  customerId: string;
  amount: Micros;
  startedAt: Date;
  endsAt: Date;
  status: InvestmentStatus;
  closedAt: Date | null;
  /** Of the operations known now while it runs; for good once it has finished. */
  result: Micros;
}

interface InvestmentRow {
  id: string;
  customer_id: string;
  amount: bigint;
  started_at: Date;
  ends_at: Date;
  status: InvestmentStatus;
  closed_at: Date | null;
  result: bigint;
}

const columns = `id, customer_id, amount, started_at, ends_at, status, closed_at,
  coalesce(result, payout_result(amount, payouts_between('primezord', started_at, ends_at))) AS result`;

function asRecord(row: InvestmentRow): InvestmentRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    amount: micros(row.amount),
    startedAt: row.started_at,
    endsAt: row.ends_at,
    status: row.status,
    closedAt: row.closed_at,
    result: micros(row.result),
  };
}

export async function insertInvestment(tx: Tx, investment: InvestmentRecord): Promise<void> {
  await tx.query(
    `INSERT INTO bot_investments (id, customer_id, amount, started_at, ends_at) VALUES ($1, $2, $3, $4, $5)`,
    [investment.id, investment.customerId, investment.amount, investment.startedAt, investment.endsAt],
  );
}

export async function hasDueInvestment(sql: Sql, now: Date): Promise<boolean> {
  const due = `SELECT FROM bot_investments WHERE status = 'in_progress' AND ends_at <= $1 LIMIT 1`;
  return (await readOne(sql, due, [now])) !== null;
}

/**
 * Ends up to `most` investments that have fallen due, oldest first, passing over those that another worker holds. Each keeps
 * the payouts it was reckoned from and the last operation that was known; the caller holds the feed meanwhile.
 */
export async function markFinished(
  tx: Tx,
  { now, most, operationsSeen }: { now: Date; most: number; operationsSeen: bigint },
): Promise<InvestmentRecord[]> {
  const rows = await tx.query<InvestmentRow>(
    `WITH due AS MATERIALIZED (
       SELECT id, payouts_between('primezord', started_at, ends_at) AS payouts FROM bot_investments
       WHERE status = 'in_progress' AND ends_at <= $1
       ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     UPDATE bot_investments i SET status = 'finished', closed_at = $1, operations_seen = $3, payouts = due.payouts,
       result = payout_result(i.amount, due.payouts)
     FROM due WHERE i.id = due.id
     RETURNING i.id, i.customer_id, i.amount, i.started_at, i.ends_at, i.status, i.closed_at, i.result`,
    [now, most, operationsSeen],
  );
  return rows.map(asRecord);
}

export async function readInvestment(sql: Sql, id: string, customerId: string): Promise<InvestmentRecord | null> {
  const text = `SELECT ${columns} FROM bot_investments WHERE id = $1 AND customer_id = $2`;
  const row = await readOne<InvestmentRow>(sql, text, [id, customerId]);
  return row && asRecord(row);
}

/** One more than `limit`, so that the reader knows whether there is a next page. */
export async function readInvestmentPage(
  sql: Sql,
  customerId: string,
  span: Span,
  cursor: Cursor,
  limit: number,
): Promise<InvestmentRecord[]> {
  const rows = await sql.query<InvestmentRow>(
    `SELECT ${columns} FROM bot_investments
     WHERE customer_id = $1 AND started_at >= $2 AND started_at < $3 AND (started_at, id) < ($4, $5)
     ORDER BY started_at DESC, id DESC LIMIT $6`,
    [customerId, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map(asRecord);
}
