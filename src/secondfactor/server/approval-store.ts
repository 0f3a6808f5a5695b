import type { Tx } from '#database/server/database.ts';
import { hashOfToken, placeOfToken } from '#platform/server/secret-token.ts';

/** One move for which the second factor was shown. */
export interface ApprovedMove {
  customerId: string;
  /** The session that asked for it. */
  session: string;
  purpose: string;
}

export async function insertApproval(
  tx: Tx,
  token: string,
  { customerId, session, purpose }: ApprovedMove,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_approvals (token_hash, cell, customer_id, session_hash, purpose, expires_at)
     VALUES ($1, cell_of($2), $2, $3, $4, $5)`,
    [hashOfToken(token), customerId, hashOfToken(session), purpose, expiresAt],
  );
}

/** Spends the approval; false unless it was for exactly this and still unused. Of any number of concurrent calls, one succeeds. */
export async function spendApproval(
  tx: Tx,
  token: string,
  { customerId, session, purpose }: ApprovedMove,
  withdrawalId: string | null,
  now: Date,
): Promise<boolean> {
  const spent = await tx.query(
    `UPDATE withdrawal_approvals SET used_at = $6, withdrawal_id = $7
     WHERE token_hash = $1 AND cell = $2 AND customer_id = $3 AND session_hash = $4 AND purpose = $5
       AND used_at IS NULL AND expires_at > $6 RETURNING token_hash`,
    [...placeOfToken(token), customerId, hashOfToken(session), purpose, now, withdrawalId],
  );
  return spent.length === 1;
}
