import { fromJsonNumber, type Micros, micros, microsPerCent, sum, toJsonNumber } from './money.ts';

/**
 * What a screen shows of an amount: whole cents, and never more than it is. A shown total is the sum of its shown parts, never
 * the exact total rounded by itself, so that whoever adds up what is shown arrives at what is shown
 * (docs/decisions/0048-cents.md). What is exact stays exact: in the ledger, in answers, in files.
 */

/** Down to the cent: less of a gain, more of a loss. What is whole cents already, zero among them, stays as it is. */
export function wholeCents(amount: Micros): Micros {
  const over = amount % microsPerCent;
  return micros(over < 0n ? amount - over - microsPerCent : amount - over);
}

/** The parts as they are shown, added up. */
export function shownTotal(parts: Iterable<Micros>): Micros {
  return sum(Array.from(parts, wholeCents));
}

/**
 * A change of an account as it is shown beside what was there after it: the difference that it made to the account as shown. So
 * opening, changes and closing add up, and a fraction of a cent shows in the line that completes it.
 */
export function shownChange(change: Micros, after: Micros): Micros {
  return micros(wholeCents(after) - wholeCents(micros(after - change)));
}

/** {@link shownTotal} of numbers of the contract. */
export function shownSum(...parts: readonly number[]): number {
  return toJsonNumber(shownTotal(parts.map(fromJsonNumber)));
}

/** What is left of a shown amount without a shown part of it; numbers of the contract. */
export function shownDifference(whole: number, part: number): number {
  return toJsonNumber(micros(wholeCents(fromJsonNumber(whole)) - wholeCents(fromJsonNumber(part))));
}
