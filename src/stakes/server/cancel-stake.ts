import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { toJsonNumber } from '#money/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { cancelPosition } from '#positions/server/cancel-position.ts';
import type { CanceledStake, cancelStake as cancelStakeContract } from '../contract.ts';
import { settleEarly } from '../plans.ts';
import { refuseStake } from '../refusals.ts';
import { presentStake } from './present-stake.ts';

/** Gives 60 % of the amount back now; the rest is the fee, the profit is forfeited (S7). */
export async function cancelStake(
  tx: Tx,
  { investor, params }: Pick<CallRequest<typeof cancelStakeContract>, 'investor' | 'params'>,
  events: DomainEvents = noSubscribers,
): Promise<CanceledStake> {
  const { id: customerId, now } = investor;
  const refuseEnded = (): Refusal => refuseStake('stake_not_running');
  const stake = await cancelPosition(tx, { id: params.id, customerId, product: 'stake', now, refuseEnded }, events);
  const { fee, refund } = settleEarly(stake.amount);
  return { ...presentStake(stake, now), Fee: toJsonNumber(fee), Refund: toJsonNumber(refund) };
}
