import { fromJsonNumber, sum, toJsonNumber } from '#money/money.ts';
import type { MaturityMonth } from '../contract.ts';

/** What comes back, in dollars; added up to the micro-dollar. */
export interface Totals {
  positions: number;
  amount: number;
  promised: number;
  result: number;
  total: number;
}

export function totalOf(months: readonly MaturityMonth[]): Totals {
  const add = (of: (month: MaturityMonth) => number) => sum(months.map((month) => fromJsonNumber(of(month))));
  const [amount, promised, result] = [add((m) => m.Amount), add((m) => m.Promised), add((m) => m.Result)];
  return {
    positions: months.reduce((count, { Positions }) => count + Positions, 0),
    amount: toJsonNumber(amount),
    promised: toJsonNumber(promised),
    result: toJsonNumber(result),
    total: toJsonNumber(sum([amount, promised, result])),
  };
}
