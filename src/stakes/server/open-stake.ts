import { promisedProfit } from '#positions/promised-profit.ts';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { amountOf } from '#money/amount.ts';
import { percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { isAnotherThanShown } from '#positions/quoted-terms.ts';
import { openPosition } from '#positions/server/open-position.ts';
import type { openStake as openStakeContract, Stake } from '../contract.ts';
import { findPlanFor } from '../plans.ts';
import { refuseStake } from '../refusals.ts';
import { presentStake } from './present-stake.ts';
import { plansFrom, type StakePlanValue } from './stake-settings.ts';

/** The terms currently in force, as set by the operator. */
export interface StakeTerms {
  plans: readonly StakePlanValue[];
  /** Per cent. */
  cancelFee: number;
  /** Tax withheld from the profit when it is paid, per cent. */
  taxRate: number;
}

/**
 * Locks the amount and sets the whole promised profit aside (S7). Refuses an amount that the plan does not take (S4), and a return,
 * early-exit fee or tax that differs from what the customer was shown. Fee and tax are fixed for the stake from then on.
 */
export async function openStake(
  tx: Tx,
  { investor, body, headers }: Pick<CallRequest<typeof openStakeContract>, 'investor' | 'body' | 'headers'>,
  { plans, cancelFee, taxRate }: StakeTerms,
  events: DomainEvents = noSubscribers,
): Promise<Stake> {
  const amount = amountOf(body.amount);
  const plan = findPlanFor(plansFrom(plans), body.time_stake, amount);
  if (!plan) throw refuseStake('amount_not_allowed');
  const fee = percentFromJsonNumber(cancelFee);
  const tax = percentFromJsonNumber(taxRate);
  if (isAnotherThanShown(headers, { ...plan, fee, tax })) {
    const taxNow = taxRate > 0 ? { tax: taxRate } : {};
    throw refuseStake('terms_changed', { rate: toJsonNumber(plan.rate), fee: cancelFee, ...taxNow });
  }
  const stake = await openPosition(
    tx,
    {
      product: 'stake',
      customerId: investor.id,
      amount,
      rate: plan.rate,
      promised: promisedProfit(amount, plan.rate),
      cancelFee: fee,
      taxRate: tax,
      startedAt: investor.now,
      endsAt: addDays(investor.now, plan.days),
    },
    events,
  );
  return presentStake(stake, investor.now);
}
