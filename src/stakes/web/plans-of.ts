import { percentFromJsonNumber } from '#money/money.ts';
import type { StakeOffer } from '../contract.ts';
import type { StakePlan } from '../plans.ts';

/** Converts the offer to the plans that the rules use. */
export function plansOf({ Periods }: StakeOffer): StakePlan[] {
  return Periods.map(({ Days, Rate, Amounts, Offered }) => ({
    days: Days,
    rate: percentFromJsonNumber(Rate),
    amounts: Amounts,
    offered: Offered,
  }));
}
