import { type Micros, type Percent, percent, usd } from '#money/money.ts';

/** The vault's offer: one term, one return, one list of amounts. The operator may set each of them. */
export interface VaultPlan {
  days: number;
  rate: Percent;
  /** Whole dollars, ascending. */
  amounts: readonly number[];
  /** The part of the profit withheld as tax when it is paid. */
  tax: Percent;
}

/** The plan as long as the operator has set nothing (V3). */
export const standardPlan: VaultPlan = {
  days: 180,
  rate: percent('30'),
  amounts: [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000],
  tax: percent('0'),
};

export function takesAmount(plan: VaultPlan, amount: Micros): boolean {
  return plan.amounts.some((dollars) => usd(String(dollars)) === amount);
}

/** A promotional code adds percentage points to the return: 30 % and 5 points are 35 %. */
export function rateWith(rate: Percent, points: Percent): Percent {
  return (rate + points) as Percent;
}
