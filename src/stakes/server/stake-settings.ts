import * as z from 'zod/mini';
import { percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { declareSetting } from '#settings/server/settings.ts';
import { percentUpTo } from '#money/percent-schema.ts';
import { isAscending, planAmounts, planDays, planRate } from '#positions/server/plan-schemas.ts';
import { standardCancelFee, type StakePlan, stakePlans } from '../plans.ts';

const plan = z.strictObject({ days: planDays, rate: planRate, amounts: planAmounts, offered: z.boolean() });
export type StakePlanValue = z.output<typeof plan>;

/** The plans that a stake may have. A change applies to stakes opened from then on; running ones keep their terms. */
export const stakePlansSetting = declareSetting({
  key: 'stakes.plans',
  unit: 'plans',
  description:
    'The periods of stakes, ascending, each like {"days":30,"rate":10,"amounts":[10,20,30],"offered":true}: 30 to 3650 days, per cent of the amount with at most two decimals, whole dollars ascending; at least one is offered',
  schema: z.array(plan).check(
    z.minLength(1),
    z.maxLength(12),
    z.refine((plans) => isAscending(plans.map(({ days }) => days))),
    z.refine((plans) => plans.some(({ offered }) => offered)),
  ),
  standard: () =>
    stakePlans.map(({ days, rate, amounts, offered }) => ({
      days,
      rate: toJsonNumber(rate),
      amounts: [...amounts],
      offered,
    })),
});

/** The early-exit fee of stakes opened from then on; a running stake keeps the fee it was opened with. */
export const cancelFeePercent = declareSetting({
  key: 'stakes.cancel_fee_percent',
  unit: 'percent',
  description:
    'What leaving a stake early costs, in per cent of the amount, 0 to 50, at most two decimals; a running stake keeps the fee it was opened with',
  schema: percentUpTo(50),
  standard: () => toJsonNumber(standardCancelFee),
});

export const stakeSettings = [stakePlansSetting, cancelFeePercent];

/** Converts plans to the form the rules use. */
export function plansFrom(values: readonly StakePlanValue[]): StakePlan[] {
  return values.map(({ days, rate, amounts, offered }) => ({
    days,
    rate: percentFromJsonNumber(rate),
    amounts,
    offered,
  }));
}
