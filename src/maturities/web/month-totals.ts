import { shownSum } from '#money/shown.ts';
import type { MaturityMonth } from '../contract.ts';

/** What comes back, in dollars as shown: the sum of each position's shown amounts. */
export interface Totals {
  positions: number;
  amount: number;
  promised: number;
  result: number;
  /** The tax withheld of the profits; absent if none is. */
  withheld?: number;
  total: number;
}

export function totalOf(months: readonly MaturityMonth[]): Totals {
  const add = (of: (shown: MaturityMonth['Shown']) => number) => shownSum(...months.map(({ Shown }) => of(Shown)));
  const [amount, promised, result] = [add((m) => m.Amount), add((m) => m.Promised), add((m) => m.Result)];
  const withheld = add((m) => m.Withheld ?? 0);
  return {
    positions: months.reduce((count, { Positions }) => count + Positions, 0),
    amount,
    promised,
    result,
    ...(months.some(({ Shown }) => Shown.Withheld !== undefined) && { withheld }),
    total: shownSum(amount, promised, result, -withheld),
  };
}
