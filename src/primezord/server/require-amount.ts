import { amountOf } from '#money/amount.ts';
import type { Micros } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import { refusePrimezord } from '../refusals.ts';

/** The amount of a deposit or an investment, which the bot takes from its list alone. */
export function requireAmount(requested: number, amounts: readonly number[]): Micros {
  const amount = amountOf(requested);
  if (!isAmongAmounts(amounts, amount)) throw refusePrimezord('amount_not_allowed');
  return amount;
}

/**
 * A withdrawal's: an amount of the list, or everything that is available, so that what operations made of an amount never
 * stays behind (docs/decisions/0010-payouts.md). Whether it is still there is decided by the journal, not here.
 */
export function requireWithdrawal(requested: number, amounts: readonly number[], available: Micros): Micros {
  const amount = amountOf(requested);
  return amount > 0n && amount === wholeCents(available) ? amount : requireAmount(requested, amounts);
}
