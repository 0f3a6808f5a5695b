import * as z from 'zod/mini';
import { type Micros, usd } from '#money/money.ts';

/** The amounts accepted by a product with payouts, as set by the operator: whole dollars, ascending, at least one. */
export const payoutAmounts = z.array(z.int().check(z.gte(1), z.lte(1_000_000))).check(
  z.minLength(1),
  z.maxLength(50),
  z.refine((amounts) => amounts.every((amount, at) => at === 0 || amount > (amounts[at - 1] as number))),
);

export function isAmongAmounts(amounts: readonly number[], amount: Micros): boolean {
  return amounts.some((dollars) => usd(String(dollars)) === amount);
}
