import { fromJsonNumber, type Micros, micros, microsPerCent, sum, toJsonNumber } from './money.ts';

/**
 * What a screen shows of an amount: whole cents, never more than the exact value. A shown total is the sum of its shown parts, never the
 * exact total rounded separately, so that readers who add up what is shown arrive at the shown total (docs/decisions/0015-explanations.md). Exact
 * values stay exact in the ledger, in answers and in files.
 */

/** Rounds down to the cent: less of a gain, more of a loss. Whole cents, including zero, are unchanged. */
export function wholeCents(amount: Micros): Micros {
  const over = amount % microsPerCent;
  return micros(over < 0n ? amount - over - microsPerCent : amount - over);
}

/** Sum of the parts as they are shown. */
export function shownTotal(parts: Iterable<Micros>): Micros {
  return sum(Array.from(parts, wholeCents));
}

/**
 * A change of an account as it is shown next to the balance after it: the difference it made to the shown balance. Opening balance, changes
 * and closing balance therefore add up, and a fraction of a cent shows in the line that completes it.
 */
export function shownChange(change: Micros, after: Micros): Micros {
  return micros(wholeCents(after) - wholeCents(micros(after - change)));
}

/** {@link shownTotal} for numbers of the contract. */
export function shownSum(...parts: readonly number[]): number {
  return toJsonNumber(shownTotal(parts.map(fromJsonNumber)));
}

/** A shown amount minus a shown part of it, for numbers of the contract. */
export function shownDifference(whole: number, part: number): number {
  return toJsonNumber(micros(wholeCents(fromJsonNumber(whole)) - wholeCents(fromJsonNumber(part))));
}
