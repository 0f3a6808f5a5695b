import { micros, type Micros, toJsonNumber } from '#money/money.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { addDays } from '#platform/clock.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import { findPlan, type StakePlan } from '#stakes/plans.ts';
import { refuseConsole } from '#console/refusals.ts';
import type { whatIf } from '#console/treasury-contract.ts';

export interface Wanted {
  stakes: number;
  days: number;
  amount: Micros;
}

/**
 * Computes what this many more stakes would promise, by the same rule as when they open.
 *
 * @throws Refusal `no_such_plan` for a period that stakes do not have
 */
export function reckonWhatIf(
  plans: readonly StakePlan[],
  { stakes, days, amount }: Wanted,
  left: Micros,
  now: Date,
): AnswerOf<typeof whatIf> {
  const plan = findPlan(plans, days);
  if (!plan) throw refuseConsole('no_such_plan');
  const each = promisedProfit(amount, plan.rate);
  const profit = micros(each * BigInt(stakes));
  return {
    Rate: toJsonNumber(plan.rate),
    ProfitEach: toJsonNumber(each),
    Profit: toJsonNumber(profit),
    Principal: toJsonNumber(micros(amount * BigInt(stakes))),
    Left: toJsonNumber(left),
    LeftThen: toJsonNumber(micros(left - profit)),
    Most: each === 0n ? stakes : Number(left / each),
    Due: addDays(now, days).toISOString(),
  };
}
