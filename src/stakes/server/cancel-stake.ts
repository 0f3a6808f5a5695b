import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { type Percent, toJsonNumber } from '#money/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { Tx } from '#database/server/database.ts';
import type { GuardMove } from '#database/server/guard-move.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { splitByFee } from '#positions/promised-profit.ts';
import { cancelPosition } from '#positions/server/cancel-position.ts';
import type { CanceledStake, cancelStake as cancelStakeContract } from '../contract.ts';
import { refuseStake } from '../refusals.ts';
import { presentStake } from './present-stake.ts';

type Cancelling = Pick<CallRequest<typeof cancelStakeContract>, 'investor' | 'params' | 'headers' | 'token'>;

/** Returns the amount now, less the fee agreed at opening; the profit is forfeited (S7). */
export async function cancelStake(
  tx: Tx,
  { investor, params, headers, token: session }: Cancelling,
  guard: GuardMove,
  events: DomainEvents = noSubscribers,
): Promise<CanceledStake> {
  const { id: customerId, now } = investor;
  const approval = headers['second-key-approval'];
  const refuseEnded = (): Refusal => refuseStake('stake_not_running');
  const leaving = { id: params.id, customerId, session, approval, product: 'stake', now, refuseEnded } as const;
  const stake = await cancelPosition(tx, leaving, guard, events);
  const { fee, refund } = splitByFee(stake.amount, stake.cancelFee as Percent);
  return { ...presentStake(stake, now), Fee: toJsonNumber(fee), Refund: toJsonNumber(refund) };
}
