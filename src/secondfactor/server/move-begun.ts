import type { Tx } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';

/**
 * Moves what is under way to the session that replaced another of the same customer, who has just shown everything: an app set-up, a
 * passkey challenge, an approved withdrawal. Used approvals stay as evidence with the session they were used in.
 */
export async function moveBegun(
  tx: Tx,
  { customerId, from, to }: { customerId: string; from: string; to: string },
): Promise<void> {
  const moved = [customerId, hashOfToken(from), hashOfToken(to)];
  for (const [table, column, unused] of begun) {
    await tx.query(
      `UPDATE ${table} SET ${column} = $3 WHERE customer_id = $1 AND cell = cell_of($1) AND ${column} = $2 ${unused}`,
      moved,
    );
  }
}

const begun = [
  ['authenticator_setups', 'session_hash', ''],
  ['passkey_challenges', 'holder_hash', ''],
  ['withdrawal_approvals', 'session_hash', 'AND used_at IS NULL'],
] as const;
