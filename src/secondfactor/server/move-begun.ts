import type { Tx } from '#platform/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';

/**
 * A session was replaced by another of the same customer's, who has just shown everything: an app that is being set up, a passkey that
 * is being asked and a withdrawal that was approved go on in it. What was used stays as evidence of the session it was used in.
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
