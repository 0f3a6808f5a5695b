import { noteChange } from '#database/server/changes.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { asTransfer, transferColumns, type TransferRow } from './transfer-store.ts';
import { countedNow, sendCount, sendUncount } from './withdrawal-counters.ts';

/** The state of a frozen customer's withdrawals. */
export interface Parked {
  /** Not sent; held back until the freeze ends. */
  parked: number;
  /** Already sent to the brokerage: they end as it answers. */
  sent: number;
}

/**
 * Takes a customer's unsent withdrawals out of the queue. A worker that has claimed one of them thereby loses its lease and sends nothing.
 */
export async function parkWithdrawals(tx: Tx, customerId: string): Promise<Parked> {
  const [parked, sent] = await Promise.all([
    tx.query(
      `UPDATE broker_transfers SET due_at = 'infinity', fencing_token = fencing_token + 1
       WHERE customer_id = $1 AND direction = 'withdrawal' AND state = 'held' RETURNING id`,
      [customerId],
    ),
    tx.query(
      `SELECT FROM broker_transfers WHERE customer_id = $1 AND direction = 'withdrawal'
         AND state IN ('sending', 'unknown', 'done')`,
      [customerId],
    ),
  ]);
  noteChange(tx, customerId, 'money');
  return { parked: parked.length, sent: sent.length };
}

/** Returns how many are held back until the freeze ends. */
export async function countParked(sql: Sql, customerId: string): Promise<number> {
  const parked = await sql.query(
    `SELECT FROM broker_transfers WHERE customer_id = $1 AND direction = 'withdrawal' AND state = 'held' AND due_at = 'infinity'`,
    [customerId],
  );
  return parked.length;
}

/** Queues parked withdrawals again: their age counts from here, and so does what leaves the house with them. */
export async function releaseWithdrawals(tx: Tx, customerId: string): Promise<number> {
  const released = await tx.query<TransferRow & { was_counted_at: Date }>(
    `WITH parked AS (
       SELECT id AS was, coalesce(counted_at, created_at) AS was_counted_at FROM broker_transfers
       WHERE customer_id = $1 AND direction = 'withdrawal' AND state = 'held' AND due_at = 'infinity'
       FOR UPDATE
     )
     UPDATE broker_transfers SET due_at = now(), queued_at = now(), counted_at = ${countedNow}
     FROM parked WHERE id = was RETURNING ${transferColumns}, was_counted_at`,
    [customerId],
  );
  for (const { was_counted_at: countedAt, ...row } of released) {
    const withdrawal = asTransfer(row);
    sendUncount(tx, { ...withdrawal, countedAt });
    sendCount(tx, withdrawal);
  }
  noteChange(tx, customerId, 'money');
  return released.length;
}
