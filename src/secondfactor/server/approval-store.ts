import type { Micros } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import { hashOfToken, placeOfToken } from '#platform/server/secret-token.ts';

/** One withdrawal for which the second factor was shown. */
export interface ApprovedWithdrawal {
  customerId: string;
  /** The session that asked for it. */
  session: string;
  amount: Micros;
  currency: string;
}

export async function insertApproval(
  tx: Tx,
  token: string,
  { customerId, session, amount, currency }: ApprovedWithdrawal,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_approvals (token_hash, cell, customer_id, session_hash, amount, currency, expires_at)
     VALUES ($1, cell_of($2), $2, $3, $4, $5, $6)`,
    [hashOfToken(token), customerId, hashOfToken(session), amount, currency, expiresAt],
  );
}

/** Spends the approval; false unless it was for exactly this and still unused. Of any number of concurrent calls, one succeeds. */
export async function spendApproval(
  tx: Tx,
  token: string,
  { customerId, session, amount, currency }: ApprovedWithdrawal,
  withdrawalId: string,
  now: Date,
): Promise<boolean> {
  const spent = await tx.query(
    `UPDATE withdrawal_approvals SET used_at = $7, withdrawal_id = $8
     WHERE token_hash = $1 AND cell = $2 AND customer_id = $3 AND session_hash = $4 AND amount = $5 AND currency = $6
       AND used_at IS NULL AND expires_at > $7 RETURNING token_hash`,
    [...placeOfToken(token), customerId, hashOfToken(session), amount, currency, now, withdrawalId],
  );
  return spent.length === 1;
}
