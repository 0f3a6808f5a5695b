import type { Tx } from '#database/server/database.ts';

/**
 * Locks the accounts of these customers for the rest of the transaction. A transaction that pays several customers does
 * this before the first payment.
 */
export async function holdAccounts(tx: Tx, owners: readonly string[]): Promise<void> {
  await tx.query('SELECT ledger.hold_accounts($1)', [owners]);
}

/** Locks one customer's accounts before the following statements, without waiting. */
export function sendHoldAccounts(tx: Tx, owner: string): void {
  tx.send('SELECT ledger.hold_accounts(ARRAY[$1::uuid])', [owner]);
}
