import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';

/**
 * Stores a link to be mailed to this address; false if it is no longer the customer's. A concurrent correction either comes first, or waits
 * and then voids the link.
 */
export async function insertLostLink(
  sql: Sql,
  { customerId, email }: { customerId: string; email: string },
  token: string,
  expiresAt: Date,
): Promise<boolean> {
  const stored = await sql.query(
    `WITH unchanged AS MATERIALIZED (SELECT id FROM customers WHERE id = $2 AND email = $4 FOR SHARE)
     INSERT INTO lost_second_factor_links (token_hash, customer_id, expires_at)
     SELECT $1, id, $3 FROM unchanged RETURNING token_hash`,
    [hashOfToken(token), customerId, expiresAt, email],
  );
  return stored.length === 1;
}

/** Spends the link and returns its customer; null when it is not valid. */
export async function spendLostLink(tx: Tx, token: string, now: Date): Promise<string | null> {
  const row = await readOne<{ customer_id: string }>(
    tx,
    'DELETE FROM lost_second_factor_links WHERE token_hash = $1 AND expires_at > $2 RETURNING customer_id',
    [hashOfToken(token), now],
  );
  return row && row.customer_id;
}

interface RemovalRow {
  confirmed_at: Date;
  removes_at: Date;
}

export interface WaitingRemoval {
  confirmedAt: Date;
  removesAt: Date;
}

export async function readRemoval(sql: Sql, customerId: string): Promise<WaitingRemoval | null> {
  const row = await readOne<RemovalRow>(
    sql,
    `SELECT confirmed_at, removes_at FROM second_factor_removals
     WHERE customer_id = $1 AND canceled_at IS NULL AND removed_at IS NULL`,
    [customerId],
  );
  return row && { confirmedAt: row.confirmed_at, removesAt: row.removes_at };
}

/** Returns when the removal takes effect; one already pending keeps its time. */
export async function insertRemoval(
  tx: Tx,
  customerId: string,
  { confirmedAt, removesAt }: WaitingRemoval,
): Promise<Date> {
  const row = await requireOne<{ removes_at: Date }>(
    tx,
    `INSERT INTO second_factor_removals (customer_id, confirmed_at, removes_at) VALUES ($1, $2, $3)
     ON CONFLICT (customer_id) WHERE canceled_at IS NULL AND removed_at IS NULL
       DO UPDATE SET removes_at = second_factor_removals.removes_at
     RETURNING removes_at`,
    [customerId, confirmedAt, removesAt],
  );
  return row.removes_at;
}

/** Whether one was pending. */
export async function markRemovalCanceled(tx: Tx, customerId: string, now: Date): Promise<boolean> {
  const canceled = await tx.query(
    `UPDATE second_factor_removals SET canceled_at = $2
     WHERE customer_id = $1 AND canceled_at IS NULL AND removed_at IS NULL RETURNING id`,
    [customerId, now],
  );
  return canceled.length === 1;
}

/** Completes one due removal and returns its customer; null when none is due that no other worker holds. */
export async function markRemovalDone(tx: Tx, now: Date): Promise<string | null> {
  const row = await readOne<{ customer_id: string }>(
    tx,
    `UPDATE second_factor_removals SET removed_at = $1
     WHERE id = (
       SELECT id FROM second_factor_removals
       WHERE canceled_at IS NULL AND removed_at IS NULL AND removes_at <= $1
       ORDER BY removes_at LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING customer_id`,
    [now],
  );
  return row && row.customer_id;
}
