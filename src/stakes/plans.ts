import { type Micros, type Percent, percent, usd } from '#money/money.ts';
import { registry } from '#positions/registry.ts';

/**
 * One of the periods that a stake may have, with its return and its list of amounts. One that is not offered is missing from the selector,
 * but the server accepts it.
 */
export interface StakePlan {
  days: number;
  rate: Percent;
  /** Whole dollars, ascending. */
  amounts: readonly number[];
  offered: boolean;
}

const ninety = [20, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000];
const halfYear = [...ninety, 2000, 3000, 4000, 5000];

/** The plans of the specification (§9), unless the operator has set others. */
export const stakePlans: readonly StakePlan[] = [
  { days: 30, rate: percent('10'), amounts: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 300], offered: true },
  { days: 60, rate: percent('25'), amounts: [300, 400, 500], offered: true },
  { days: 90, rate: percent('60'), amounts: ninety, offered: false },
  { days: 180, rate: percent('140'), amounts: halfYear, offered: true },
  { days: 365, rate: percent('300'), amounts: [...halfYear, 10_000, 20_000], offered: true },
];

const defaultDays = 30;

/** The selector's initial period: thirty days, where they are offered. */
export function firstDays(plans: readonly StakePlan[]): number {
  const offered = offeredOf(plans);
  return (offered.find(({ days }) => days === defaultDays) ?? offered[0])?.days ?? defaultDays;
}

export function offeredOf(plans: readonly StakePlan[]): StakePlan[] {
  return plans.filter((plan) => plan.offered);
}

/** Leaving early costs 40 % of the amount (spec §9), unless the operator has set another fee. */
export const { cancelFee: standardCancelFee } = registry.stake;

export function findPlan(plans: readonly StakePlan[], days: number): StakePlan | null {
  return plans.find((plan) => plan.days === days) ?? null;
}

/** The plan that takes this amount for this period; null when there is none. */
export function findPlanFor(plans: readonly StakePlan[], days: number, amount: Micros): StakePlan | null {
  const plan = findPlan(plans, days);
  return plan?.amounts.some((dollars) => usd(String(dollars)) === amount) ? plan : null;
}
