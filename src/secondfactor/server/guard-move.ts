import type { Tx } from '#database/server/database.ts';
import type { GuardedMove } from '#database/server/guard-move.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { spendApproval } from './approval-store.ts';
import { readFactorStatus } from './key-store.ts';
import { purposeOfMove } from './move-purpose.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/**
 * Requires an approval for exactly this move from a customer with a second factor. It is spent in the move's own transaction, so a move
 * refused for another reason leaves it unused. Without a second factor nothing is required.
 */
export async function guardMove(
  tx: Tx,
  { clock }: Pick<SecondFactorParts, 'clock'>,
  { customerId, session, approval, move }: GuardedMove,
): Promise<void> {
  const now = clock.now();
  const approved = { customerId, session, purpose: purposeOfMove(move) };
  const withdrawalId = move.purpose === 'withdrawal' ? move.withdrawalId : null;
  // Both in one round trip: if the move is refused, the spent approval is rolled back with it.
  const [{ since, hasApp, passkeys, withdrawalsClosedUntil }, isApproved] = await Promise.all([
    readFactorStatus(tx, customerId, now),
    approval !== undefined && isTokenShaped(approval) && spendApproval(tx, approval, approved, withdrawalId, now),
  ]);
  if (withdrawalsClosedUntil) throw refuseSecondFactor('withdrawals_closed', { until: withdrawalsClosedUntil });
  if (!since) return;
  if (approval === undefined) {
    const methods = [...(hasApp ? ['app'] : []), ...(passkeys > 0 ? ['passkey'] : [])];
    throw refuseSecondFactor('second_key_required', { methods });
  }
  if (!isApproved) throw refuseSecondFactor('approval_invalid');
}
