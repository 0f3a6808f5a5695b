import { type Micros, micros } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { LicenceStatus } from '../contract.ts';

export interface LicenceRecord {
  id: string;
  customerId: string;
  amount: Micros;
  startedAt: Date;
  endsAt: Date;
  status: LicenceStatus;
  closedAt: Date | null;
  /** Of the operations known now while it is active; for good once it has expired. */
  result: Micros;
}

interface LicenceRow {
  id: string;
  customer_id: string;
  amount: bigint;
  started_at: Date;
  ends_at: Date;
  status: LicenceStatus;
  closed_at: Date | null;
  result: bigint;
}

const columns = `id, customer_id, amount, started_at, ends_at, status, closed_at,
  coalesce(result, payout_result(amount, payouts_between('copytrade', started_at, ends_at))) AS result`;

function asRecord(row: LicenceRow): LicenceRecord {
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

export async function insertLicence(tx: Tx, licence: LicenceRecord): Promise<void> {
  await tx.query(
    `INSERT INTO copytrade_licences (id, customer_id, amount, started_at, ends_at) VALUES ($1, $2, $3, $4, $5)`,
    [licence.id, licence.customerId, licence.amount, licence.startedAt, licence.endsAt],
  );
}

export async function hasDueLicence(sql: Sql, now: Date): Promise<boolean> {
  const due = `SELECT FROM copytrade_licences WHERE status = 'active' AND ends_at <= $1 LIMIT 1`;
  return (await readOne(sql, due, [now])) !== null;
}

/**
 * Ends up to `most` licences that have fallen due, oldest first, passing over those that another worker holds. Each keeps
 * the payouts it was reckoned from and the last operation that was known; the caller holds the feed meanwhile.
 */
export async function markExpired(
  tx: Tx,
  { now, most, operationsSeen }: { now: Date; most: number; operationsSeen: bigint },
): Promise<LicenceRecord[]> {
  const rows = await tx.query<LicenceRow>(
    `WITH due AS MATERIALIZED (
       SELECT id, payouts_between('copytrade', started_at, ends_at) AS payouts FROM copytrade_licences
       WHERE status = 'active' AND ends_at <= $1
       ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     UPDATE copytrade_licences l SET status = 'expired', closed_at = $1, operations_seen = $3, payouts = due.payouts,
       result = payout_result(l.amount, due.payouts)
     FROM due WHERE l.id = due.id
     RETURNING l.id, l.customer_id, l.amount, l.started_at, l.ends_at, l.status, l.closed_at, l.result`,
    [now, most, operationsSeen],
  );
  return rows.map(asRecord);
}

export async function readLicence(sql: Sql, id: string, customerId: string): Promise<LicenceRecord | null> {
  const text = `SELECT ${columns} FROM copytrade_licences WHERE id = $1 AND customer_id = $2`;
  const row = await readOne<LicenceRow>(sql, text, [id, customerId]);
  return row && asRecord(row);
}

/** One more than `limit`, so that the reader knows whether there is a next page. */
export async function readLicencePage(
  sql: Sql,
  customerId: string,
  span: Span,
  cursor: Cursor,
  limit: number,
): Promise<LicenceRecord[]> {
  const rows = await sql.query<LicenceRow>(
    `SELECT ${columns} FROM copytrade_licences
     WHERE customer_id = $1 AND started_at >= $2 AND started_at < $3 AND (started_at, id) < ($4, $5)
     ORDER BY started_at DESC, id DESC LIMIT $6`,
    [customerId, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map(asRecord);
}
