import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { returnAtEnd, splitByFee } from '#positions/promised-profit.ts';
import type { Stake } from '../contract.ts';

/** What a stake returns to the balance at its end or, if cancelled, returned then. USD. */
export function returnOf(stake: Pick<Stake, 'Amount' | 'Rate' | 'CancelFee' | 'TaxRate' | 'Status'>): number {
  if (stake.Status === 'canceled') return toJsonNumber(settleEarly(stake).refund);
  return returnAtEnd(stake.Amount, stake.Rate, stake.TaxRate);
}

/** The fee for leaving this stake early, by its own terms, and the refund; together they equal the amount, to the micro-dollar. */
export function settleEarly({ Amount, CancelFee }: Pick<Stake, 'Amount' | 'CancelFee'>): {
  fee: Micros;
  refund: Micros;
} {
  return splitByFee(fromJsonNumber(Amount), percentFromJsonNumber(CancelFee));
}
