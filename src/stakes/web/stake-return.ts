import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import { shownTotal } from '#money/shown.ts';
import type { Stake } from '../contract.ts';
import { settleEarly } from '../plans.ts';

/** What a stake gives back to the balance: when it ends, when it ended, or when it was cancelled. USD. */
export function returnOf(stake: Pick<Stake, 'Amount' | 'Rate' | 'Status'>): number {
  const amount = fromJsonNumber(stake.Amount);
  if (stake.Status === 'canceled') return toJsonNumber(settleEarly(amount).refund);
  return toJsonNumber(returnAtEnd(amount, stake.Rate));
}

/** The amount and all the profit that was promised for it, as both are shown. */
export function returnAtEnd(amount: Micros, rate: number): Micros {
  return shownTotal([amount, promisedProfit(amount, percentFromJsonNumber(rate))]);
}
