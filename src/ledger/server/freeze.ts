import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import { refuseLedger } from '../refusals.ts';

/**
 * A customer's money can be stopped: nothing of it leaves and nothing opens by their own call. Who moves it for them holds the
 * freeze off for the rest of the transaction, many at once; who freezes waits for these and lets nobody else in until they commit.
 * So a freeze that was answered holds for calls that were already running, too.
 */
const lockOf = `hashtextextended('freeze:' || $1, 0)`;

/** @throws Refusal `account_frozen` */
export async function requireUnfrozen(tx: Tx, customerId: string): Promise<void> {
  if (await isFrozenFor(tx, customerId)) throw refuseLedger('account_frozen');
}

/** Whether it is; if it is not, it will not be before this transaction ends. */
export async function isFrozenFor(tx: Tx, customerId: string): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${lockOf})`, [customerId]);
  return (await readFrozenSince(tx, customerId)) !== null;
}

export async function readFrozenSince(sql: Sql, customerId: string): Promise<Date | null> {
  const row = await readOne<{ frozen_at: Date }>(
    sql,
    'SELECT frozen_at FROM customer_freezes WHERE customer_id = $1 AND ended_at IS NULL',
    [customerId],
  );
  return row && row.frozen_at;
}

/** False when they were frozen before. Whatever moved before is committed, and nothing that is asked for moves from here on. */
export async function freezeCustomer(tx: Tx, customerId: string): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(${lockOf})`, [customerId]);
  const rows = await tx.query(
    'INSERT INTO customer_freezes (customer_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
    [customerId],
  );
  return rows.length === 1;
}

/** False when they were not frozen. */
export async function unfreezeCustomer(tx: Tx, customerId: string): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(${lockOf})`, [customerId]);
  const rows = await tx.query(
    'UPDATE customer_freezes SET ended_at = clock_timestamp() WHERE customer_id = $1 AND ended_at IS NULL RETURNING id',
    [customerId],
  );
  return rows.length === 1;
}
