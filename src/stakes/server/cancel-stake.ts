import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { toJsonNumber } from '#money/money.ts';
import { isUuid } from '#platform/server/cursor.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { CanceledStake, cancelStake as cancelStakeContract } from '../contract.ts';
import { cancellingJournal } from '../journals.ts';
import { settleEarly } from '../plans.ts';
import { refuseStake } from '../refusals.ts';
import { presentStake } from './present-stake.ts';
import { markCanceled, readStake } from './stake-store.ts';

/** Gives 60 % of the amount back now; the rest is the fee, the profit is forfeited (S7). */
export async function cancelStake(
  tx: Tx,
  { investor, params }: Pick<CallRequest<typeof cancelStakeContract>, 'investor' | 'params'>,
  events: DomainEvents = noSubscribers,
): Promise<CanceledStake> {
  if (!isUuid(params.id)) throw refusePlatform('not_found');

  // Whoever changes the row has the stake; everybody else finds it ended, or not theirs.
  const stake = await markCanceled(tx, params.id, investor.id, investor.now);
  if (!stake) throw await explainRefusal(tx, params.id, investor.id);

  await post(tx, cancellingJournal(stake), investor.now);
  const { id: reference, customerId } = stake;
  await events.onCanceled(tx, { customerId, product: 'stakes', reference, at: investor.now });

  const { fee, refund } = settleEarly(stake.amount);
  return { ...presentStake(stake, investor.now), Fee: toJsonNumber(fee), Refund: toJsonNumber(refund) };
}

async function explainRefusal(tx: Tx, id: string, customerId: string): Promise<Error> {
  const stake = await readStake(tx, id, customerId);
  return stake ? refuseStake('stake_not_running') : refusePlatform('not_found');
}
