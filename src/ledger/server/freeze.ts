import { readOne, requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { explainLedger } from './post.ts';

/**
 * A customer's money can be stopped: nothing of it leaves and nothing opens by their own call. Whoever moves it for them locks their
 * accounts first; so a freeze waits for calls that are under way, and holds for all that come after it.
 */
const requireMovableSql = 'SELECT ledger.require_movable($1, $2)';

/**
 * The first statement of a call that moves money; the transaction is refused with `account_frozen`, and fails with LB013 when something was
 * answered under the key of the call. Nothing is waited for.
 */
export function requireMovable(tx: Tx, customerId: string, key: string | null = null): void {
  tx.send(requireMovableSql, [customerId, key], explainLedger({ owner: customerId, fromTreasury: 0n }));
}

/** Locks the customer's accounts; whether their money is stopped. If it is not, it will not be before this transaction ends. */
export async function isFrozenFor(tx: Tx, customerId: string): Promise<boolean> {
  await tx.query('SELECT ledger.hold_accounts(ARRAY[$1::uuid])', [customerId]);
  return (await readFrozenSince(tx, customerId)) !== null;
}

export async function readFrozenSince(sql: Sql, customerId: string): Promise<Date | null> {
  const row = await readOne<{ frozen_at: Date | null }>(
    sql,
    'SELECT frozen_at FROM ledger.accounts WHERE owner = $1 AND cell = cell_of($1)',
    [customerId],
  );
  return row && row.frozen_at;
}

/** False when they were frozen before. Whatever moved before is committed, and nothing that is asked for moves from here on. */
export async function freezeCustomer(tx: Tx, customerId: string): Promise<boolean> {
  const { changed } = await requireOne<{ changed: boolean }>(
    tx,
    'SELECT ledger.freeze($1, clock_timestamp()) AS changed',
    [customerId],
  );
  if (changed)
    await tx.query('INSERT INTO customer_freezes (customer_id, cell) VALUES ($1, cell_of($1))', [customerId]);
  return changed;
}

/** False when they were not frozen. */
export async function unfreezeCustomer(tx: Tx, customerId: string): Promise<boolean> {
  const { changed } = await requireOne<{ changed: boolean }>(tx, 'SELECT ledger.freeze($1, NULL) AS changed', [
    customerId,
  ]);
  if (changed)
    await tx.query(
      `UPDATE customer_freezes SET ended_at = clock_timestamp()
       WHERE customer_id = $1 AND cell = cell_of($1) AND ended_at IS NULL`,
      [customerId],
    );
  return changed;
}
