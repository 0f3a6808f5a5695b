import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { type Percent, toJsonNumber } from '#money/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { splitByFee } from '#positions/promised-profit.ts';
import { cancelPosition } from '#positions/server/cancel-position.ts';
import type { CanceledStake, cancelStake as cancelStakeContract } from '../contract.ts';
import { refuseStake } from '../refusals.ts';
import { presentStake } from './present-stake.ts';

/** Returns the amount now, less the fee agreed at opening; the profit is forfeited (S7). */
export async function cancelStake(
  tx: Tx,
  { investor, params }: Pick<CallRequest<typeof cancelStakeContract>, 'investor' | 'params'>,
  events: DomainEvents = noSubscribers,
): Promise<CanceledStake> {
  const { id: customerId, now } = investor;
  const refuseEnded = (): Refusal => refuseStake('stake_not_running');
  const stake = await cancelPosition(tx, { id: params.id, customerId, product: 'stake', now, refuseEnded }, events);
  const { fee, refund } = splitByFee(stake.amount, stake.cancelFee as Percent);
  return { ...presentStake(stake, now), Fee: toJsonNumber(fee), Refund: toJsonNumber(refund) };
}
