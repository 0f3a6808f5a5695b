import { promisedProfit } from '#positions/promised-profit.ts';
import { amountOf } from '#money/amount.ts';
import { percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { isAnotherThanShown } from '#positions/quoted-terms.ts';
import type { NewPosition } from '#positions/server/open-position.ts';
import type { openStake as openStakeContract } from '../contract.ts';
import { findPlanFor } from '../plans.ts';
import { refuseStake } from '../refusals.ts';
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
 * What a stake locks and what it promises (S7). Refuses an amount that the plan does not take (S4), and a return,
 * early-exit fee or tax that differs from what the customer was shown. Fee and tax are fixed for the stake from then on.
 */
export function openStake(
  { investor, body, headers }: Pick<CallRequest<typeof openStakeContract>, 'investor' | 'body' | 'headers'>,
  { plans, cancelFee, taxRate }: StakeTerms,
): NewPosition {
  const amount = amountOf(body.amount);
  const plan = findPlanFor(plansFrom(plans), body.time_stake, amount);
  if (!plan) throw refuseStake('amount_not_allowed');
  const fee = percentFromJsonNumber(cancelFee);
  const tax = percentFromJsonNumber(taxRate);
  if (isAnotherThanShown(headers, { ...plan, fee, tax })) {
    const taxNow = taxRate > 0 ? { tax: taxRate } : {};
    throw refuseStake('terms_changed', { rate: toJsonNumber(plan.rate), fee: cancelFee, ...taxNow });
  }
  return {
    product: 'stake',
    customerId: investor.id,
    amount,
    rate: plan.rate,
    promised: promisedProfit(amount, plan.rate),
    cancelFee: fee,
    taxRate: tax,
    startedAt: investor.now,
    endsAt: addDays(investor.now, plan.days),
  };
}
