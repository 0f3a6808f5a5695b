import { isFrozenFor } from '#ledger/server/freeze.ts';
import { type Database, readOne, type Sql, type Tx } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { TransferState } from '../transfer-state.ts';
import { asTransfer, transferColumns, type TransferRecord, type TransferRow } from './transfer-store.ts';

/** A transfer that this worker alone works on until its lease ends. */
export interface ClaimedTransfer extends TransferRecord {
  /** How often it has been taken. Writes name it, so a worker that overslept its lease writes nothing. */
  fencingToken: number;
  /** How often it has been sent. */
  attempts: number;
  /** How long ago the customer asked, in real time. */
  ageMs: number;
}

interface ClaimedRow extends TransferRow {
  fence: number;
  attempts: number;
  age_ms: number;
}

/** Takes up to `most` transfers that are due, longest waiting first, passing over those that another worker is taking. */
export async function claimTransfers(sql: Sql, most: number, leaseMs: number): Promise<ClaimedTransfer[]> {
  const rows = await sql.query<ClaimedRow>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM broker_transfers WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     UPDATE broker_transfers SET fence = fence + 1, due_at = now() + $2 * interval '1 millisecond'
     WHERE id IN (SELECT id FROM due)
     RETURNING ${transferColumns}, fence, attempts,
       (extract(epoch FROM now() - queued_at) * 1000)::double precision AS age_ms`,
    [most, leaseMs],
  );
  return rows.map((row) => ({
    ...asTransfer(row),
    fencingToken: row.fence,
    attempts: row.attempts,
    ageMs: row.age_ms,
  }));
}

type Claim = Pick<ClaimedTransfer, 'id' | 'fencingToken'>;

/**
 * Says that the transfer is about to leave, before it does. False when the lease was lost, or when it is money of a customer who is
 * frozen: then it must not be sent.
 */
export function markSending(
  db: Database,
  { id, fencingToken, customerId, direction }: Claim & Pick<TransferRecord, 'customerId' | 'direction'>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (direction === 'withdrawal' && (await isFrozenFor(tx, customerId))) return false;
    const row = await readOne(
      tx,
      `UPDATE broker_transfers SET state = 'sending', attempts = attempts + 1
       WHERE id = $1 AND fence = $2 AND state IN ('created', 'held', 'sending', 'unknown') RETURNING id`,
      [id, fencingToken],
    );
    return row !== null;
  });
}

/** What the brokerage's answer, or its absence, makes of a transfer that has left. */
export interface TransferResult {
  state: Extract<TransferState, 'sending' | 'unknown' | 'done' | 'refused'>;
  reason: string | null;
  lastError: string | null;
  /** When to ask again; null keeps the lease, for an answer that is settled right away. */
  retryMs: number | null;
}

/** False when the lease was lost: whoever holds it now learns for themselves. */
export async function recordAnswer(sql: Sql, { id, fencingToken }: Claim, result: TransferResult): Promise<boolean> {
  const row = await readOne(
    sql,
    `UPDATE broker_transfers SET state = $3, reason = $4, trouble = $5,
       due_at = coalesce(now() + $6 * interval '1 millisecond', due_at)
     WHERE id = $1 AND fence = $2 AND state IN ('sending', 'unknown') RETURNING id`,
    [id, fencingToken, result.state, result.reason, result.lastError, result.retryMs],
  );
  return row !== null;
}

/**
 * Ends a transfer that has its definite answer; null when another worker ended it first. In this order and in one
 * transaction with the journal, money moves once however many try.
 */
export async function endTransfer(
  tx: Tx,
  id: string,
  from: 'done' | 'refused',
  to: 'settled' | 'returned',
  now: Date,
): Promise<TransferRecord | null> {
  const row = await readOne<TransferRow>(
    tx,
    `UPDATE broker_transfers SET state = $3, due_at = NULL, trouble = NULL, ended_at = $4
     WHERE id = $1 AND state = $2 RETURNING ${transferColumns}`,
    [id, from, to, now],
  );
  return row && asTransfer(row);
}
