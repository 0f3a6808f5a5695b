import type { Tx } from '#platform/server/database.ts';

/** Everything a holder could go on with that the password stood behind when it was given out; what was used stays as evidence. */
const begun = [
  'authenticator_setups',
  'passkey_challenges',
  'login_tickets',
  'lost_second_factor_links',
  'withdrawal_approvals',
] as const;

/** With another password whatever was begun under the old one is over. The key itself is none of the password's business. */
export async function revokeSecondFactorTraces(tx: Tx, customerId: string): Promise<void> {
  for (const table of begun) {
    const unused = table === 'withdrawal_approvals' ? ' AND used_at IS NULL' : '';
    await tx.query(`DELETE FROM ${table} WHERE customer_id = $1 AND cell = cell_of($1)${unused}`, [customerId]);
  }
}
