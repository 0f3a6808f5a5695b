import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { promisedProfit, splitByFee } from '#positions/promised-profit.ts';
import { shownTotal } from '#money/shown.ts';
import type { Stake } from '../contract.ts';

/** What a stake gives back to the balance: when it ends, when it ended, or when it was cancelled. USD. */
export function returnOf(stake: Pick<Stake, 'Amount' | 'Rate' | 'CancelFee' | 'Status'>): number {
  const amount = fromJsonNumber(stake.Amount);
  if (stake.Status === 'canceled') return toJsonNumber(settleEarly(stake).refund);
  return toJsonNumber(returnAtEnd(amount, stake.Rate));
}

/** What leaving this stake early costs, by its own fee, and what comes back; together the amount, to the micro-dollar. */
export function settleEarly({ Amount, CancelFee }: Pick<Stake, 'Amount' | 'CancelFee'>): {
  fee: Micros;
  refund: Micros;
} {
  return splitByFee(fromJsonNumber(Amount), percentFromJsonNumber(CancelFee));
}

/** The amount and all the profit that was promised for it, as both are shown. */
export function returnAtEnd(amount: Micros, rate: number): Micros {
  return shownTotal([amount, promisedProfit(amount, percentFromJsonNumber(rate))]);
}
