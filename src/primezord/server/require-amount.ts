import { amountOf } from '#money/amount.ts';
import type { Micros } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import { refusePrimezord } from '../refusals.ts';

/** Parses the amount of a deposit or an investment, which must be on the bot's list. */
export function requireAmount(requested: number, amounts: readonly number[]): Micros {
  const amount = amountOf(requested);
  if (!isAmongAmounts(amounts, amount)) throw refusePrimezord('amount_not_allowed');
  return amount;
}

/**
 * Parses the amount of a withdrawal: one from the list, or everything available, so that the results of operations are never left behind
 * (docs/decisions/0010-payouts.md). Whether it is still available is decided by the journal, not here.
 */
export function requireWithdrawal(requested: number, amounts: readonly number[], available: Micros): Micros {
  const amount = amountOf(requested);
  return amount > 0n && amount === wholeCents(available) ? amount : requireAmount(requested, amounts);
}
