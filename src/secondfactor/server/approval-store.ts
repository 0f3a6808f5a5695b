import type { Micros } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';

/** One withdrawal that the second factor was shown for. */
export interface ApprovedWithdrawal {
  customerId: string;
  /** The session that asked. */
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
    `INSERT INTO withdrawal_approvals (token_hash, customer_id, session_hash, amount, currency, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [hashOfToken(token), customerId, hashOfToken(session), amount, currency, expiresAt],
  );
}

/** Whether it was for exactly this and still to be had: of any number who spend one at once, one does. */
export async function spendApproval(
  tx: Tx,
  token: string,
  { customerId, session, amount, currency }: ApprovedWithdrawal,
  withdrawalId: string,
  now: Date,
): Promise<boolean> {
  const spent = await tx.query(
    `UPDATE withdrawal_approvals SET used_at = $6, withdrawal_id = $7
     WHERE token_hash = $1 AND customer_id = $2 AND session_hash = $3 AND amount = $4 AND currency = $5
       AND used_at IS NULL AND expires_at > $6 RETURNING token_hash`,
    [hashOfToken(token), customerId, hashOfToken(session), amount, currency, now, withdrawalId],
  );
  return spent.length === 1;
}
