import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { returnAtEnd, splitByFee } from '#positions/promised-profit.ts';
import type { Stake } from '../contract.ts';

/** What a stake gives back to the balance: when it ends, when it ended, or when it was cancelled. USD. */
export function returnOf(stake: Pick<Stake, 'Amount' | 'Rate' | 'CancelFee' | 'TaxRate' | 'Status'>): number {
  if (stake.Status === 'canceled') return toJsonNumber(settleEarly(stake).refund);
  return returnAtEnd(stake.Amount, stake.Rate, stake.TaxRate);
}

/** What leaving this stake early costs, by its own fee, and what comes back; together the amount, to the micro-dollar. */
export function settleEarly({ Amount, CancelFee }: Pick<Stake, 'Amount' | 'CancelFee'>): {
  fee: Micros;
  refund: Micros;
} {
  return splitByFee(fromJsonNumber(Amount), percentFromJsonNumber(CancelFee));
}
