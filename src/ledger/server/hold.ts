import type { Tx } from '#platform/server/database.ts';

/**
 * Locks the accounts of these customers, who are of one cell, for the rest of the transaction. Whoever pays several customers in one
 * transaction does this before the first of them.
 */
export async function holdAccounts(tx: Tx, owners: readonly string[]): Promise<void> {
  await tx.query('SELECT ledger.hold_accounts($1)', [owners]);
}

/** Locks one customer's accounts before what follows, without waiting. */
export function sendHoldAccounts(tx: Tx, owner: string): void {
  tx.send('SELECT ledger.hold_accounts(ARRAY[$1::uuid])', [owner]);
}
