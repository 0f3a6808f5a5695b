import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { promisedProfit, shownReturn, splitByFee, taxRateOf } from '#positions/promised-profit.ts';
import type { Stake } from '../contract.ts';

/** What a stake gives back to the balance: when it ends, when it ended, or when it was cancelled. USD. */
export function returnOf(stake: Pick<Stake, 'Amount' | 'Rate' | 'CancelFee' | 'TaxRate' | 'Status'>): number {
  const amount = fromJsonNumber(stake.Amount);
  if (stake.Status === 'canceled') return toJsonNumber(settleEarly(stake).refund);
  return toJsonNumber(returnAtEnd(amount, stake.Rate, stake.TaxRate));
}

/** What leaving this stake early costs, by its own fee, and what comes back; together the amount, to the micro-dollar. */
export function settleEarly({ Amount, CancelFee }: Pick<Stake, 'Amount' | 'CancelFee'>): {
  fee: Micros;
  refund: Micros;
} {
  return splitByFee(fromJsonNumber(Amount), percentFromJsonNumber(CancelFee));
}

/** The amount and all the profit that was promised for it, less the tax where some is withheld, each as it is shown. */
export function returnAtEnd(amount: Micros, rate: number, taxRate?: number): Micros {
  return shownReturn(amount, promisedProfit(amount, percentFromJsonNumber(rate)), taxRateOf(taxRate));
}
