import { randomUUID } from 'node:crypto';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { openStake as openStakeContract, Stake } from '../contract.ts';
import { openingJournal } from '../journals.ts';
import { promisedProfit, readPlanFor } from '../plans.ts';
import { refuseStake } from '../refusals.ts';
import { presentStake } from './present-stake.ts';
import { insertStake, type StakeRecord } from './stake-store.ts';

/** Locks the amount and sets the whole promised profit aside (S7). Refuses what the plan does not take (S4). */
export async function openStake(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof openStakeContract>, 'investor' | 'body'>,
  events: DomainEvents = noSubscribers,
): Promise<Stake> {
  const amount = amountOf(body.amount);
  const plan = readPlanFor(body.time_stake, amount);
  if (!plan) throw refuseStake('amount_not_allowed');

  const stake: StakeRecord = {
    id: randomUUID(),
    customerId: investor.id,
    amount,
    rate: plan.rate,
    promisedProfit: promisedProfit(amount, plan.rate),
    days: plan.days,
    startedAt: investor.now,
    endsAt: addDays(investor.now, plan.days),
    status: 'in_progress',
    closedAt: null,
  };

  await insertStake(tx, stake);
  await post(tx, openingJournal(stake), stake.startedAt);
  const { id: reference, customerId, startedAt: at } = stake;
  await events.onInvested(tx, { customerId, product: 'stakes', reference, amount, at });

  return presentStake(stake, investor.now);
}
