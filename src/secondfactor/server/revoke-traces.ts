import type { Tx } from '#database/server/database.ts';

/** Everything issued on the strength of the password that its holder could still use. Used approvals stay as evidence. */
const begun = [
  'authenticator_setups',
  'passkey_challenges',
  'login_tickets',
  'lost_second_factor_links',
  'withdrawal_approvals',
] as const;

/** Revokes what was begun under the old password when it changes. The key itself does not depend on the password. */
export async function revokeSecondFactorTraces(tx: Tx, customerId: string): Promise<void> {
  for (const table of begun) {
    const unused = table === 'withdrawal_approvals' ? ' AND used_at IS NULL' : '';
    await tx.query(`DELETE FROM ${table} WHERE customer_id = $1 AND cell = cell_of($1)${unused}`, [customerId]);
  }
}
