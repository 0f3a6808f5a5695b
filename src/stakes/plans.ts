import { type Micros, type Percent, percent, usd } from '#money/money.ts';
import { splitByFee } from '#positions/promised-profit.ts';
import { registry } from '#positions/registry.ts';

/**
 * What a stake may be (spec §9): five periods, each with its return and its list of amounts. Ninety days has rules but is
 * not offered in the selector; the server accepts it.
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

export const stakePlans: readonly StakePlan[] = [
  { days: 30, rate: percent('10'), amounts: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 300], offered: true },
  { days: 60, rate: percent('25'), amounts: [300, 400, 500], offered: true },
  { days: 90, rate: percent('60'), amounts: ninety, offered: false },
  { days: 180, rate: percent('140'), amounts: halfYear, offered: true },
  { days: 365, rate: percent('300'), amounts: [...halfYear, 10_000, 20_000], offered: true },
];

export const offeredPlans = stakePlans.filter((plan) => plan.offered);
export const defaultDays = 30;

/** Leaving early costs 40 % of the amount (spec §9). */
export const { cancelFee } = registry.stake;

export function readPlan(days: number): StakePlan | null {
  return stakePlans.find((plan) => plan.days === days) ?? null;
}

/** The plan that takes this amount for this period, null when there is none. */
export function readPlanFor(days: number, amount: Micros): StakePlan | null {
  const plan = readPlan(days);
  return plan?.amounts.some((dollars) => usd(String(dollars)) === amount) ? plan : null;
}

/** What comes back from leaving early, and what it costs; together the amount, to the micro-dollar. */
export function settleEarly(amount: Micros): { fee: Micros; refund: Micros } {
  return splitByFee(amount, cancelFee);
}
