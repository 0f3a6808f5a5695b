import type { Micros } from '#money/money.ts';
import { requireOne, type Tx } from '#platform/server/database.ts';

/**
 * Locks every account of these customers, the newest customer first, for the rest of the transaction. Whoever pays several
 * customers in one transaction does this before the first of them.
 */
export async function holdAccounts(tx: Tx, owners: readonly string[]): Promise<void> {
  await tx.query('SELECT ledger.hold_accounts($1)', [owners]);
}

/**
 * Whether the treasury can pay this much now, from one of its parts and without waiting; that part is then held. Asked by
 * whoever has locked customers already: `post` alone would wait for the treasury, which waits for them.
 */
export async function holdCapacity(tx: Tx, amount: Micros): Promise<boolean> {
  const row = await requireOne<{ held: boolean }>(tx, 'SELECT ledger.hold_capacity($1) AS held', [amount]);
  return row.held;
}
