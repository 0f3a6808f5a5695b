import type { Tx } from '#platform/server/database.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { type ApprovedWithdrawal, spendApproval } from './approval-store.ts';
import { readFactorStatus } from './key-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

interface WithdrawalRequest extends ApprovedWithdrawal {
  withdrawalId: string;
  /** The token that {@link approveWithdrawal} returned; undefined when none was sent. */
  approval: string | undefined;
}

/**
 * Requires an approval for exactly this withdrawal from a customer with a second factor. It is spent in the withdrawal's own transaction,
 * so a withdrawal refused for another reason leaves it unused. Without a second factor nothing is required.
 */
export async function guardWithdrawal(
  tx: Tx,
  { clock }: Pick<SecondFactorParts, 'clock'>,
  { withdrawalId, approval, ...request }: WithdrawalRequest,
): Promise<void> {
  const now = clock.now();
  // Both in one round trip: if the withdrawal is refused, the spent approval is rolled back with it.
  const [{ since, hasApp, passkeys, withdrawalsClosedUntil }, isApproved] = await Promise.all([
    readFactorStatus(tx, request.customerId, now),
    approval !== undefined && isTokenShaped(approval) && spendApproval(tx, approval, request, withdrawalId, now),
  ]);
  if (withdrawalsClosedUntil) throw refuseSecondFactor('withdrawals_closed', { until: withdrawalsClosedUntil });
  if (!since) return;
  if (approval === undefined) {
    const methods = [...(hasApp ? ['app'] : []), ...(passkeys > 0 ? ['passkey'] : [])];
    throw refuseSecondFactor('second_key_required', { methods });
  }
  if (!isApproved) throw refuseSecondFactor('approval_invalid');
}
