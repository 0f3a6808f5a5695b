import {
  fromJsonNumber,
  type Micros,
  micros,
  type Percent,
  percentFromJsonNumber,
  percentOf,
  roundDown,
  toJsonNumber,
  zero,
} from '#money/money.ts';
import { shownTotal } from '#money/shown.ts';

/**
 * The profit that a fixed yield promises when it opens: amount × rate, to the micro-dollar and rounded down (spec §9). The one rule for
 * whoever agrees on it, shows it before it is agreed, or shows it afterwards.
 */
export function promisedProfit(amount: Micros, rate: Percent): Micros {
  return percentOf(amount, rate, roundDown);
}

/** What is withheld as tax of a profit when it is paid, for the part that was agreed: rounded down, in the customer's favour. */
export function withheldTax(profit: Micros, taxRate: Percent | null): Micros {
  return taxRate === null ? zero : percentOf(profit, taxRate, roundDown);
}

/** What comes back at the end as it is shown: the amount and all the profit, less the tax that is withheld of it. */
export function shownReturn(amount: Micros, profit: Micros, taxRate: Percent | null): Micros {
  return shownTotal([amount, profit, micros(-withheldTax(profit, taxRate))]);
}

/** {@link shownReturn} in figures of the contract: USD and per cent. */
export function returnAtEnd(dollars: number, rate: number, taxRate?: number): number {
  const amount = fromJsonNumber(dollars);
  const profit = promisedProfit(amount, percentFromJsonNumber(rate));
  return toJsonNumber(shownReturn(amount, profit, taxRateOf(taxRate)));
}

/** As offers and positions tell it, which say nothing where nothing is withheld. */
export function taxRateOf(told: number | undefined): Percent | null {
  return told === undefined ? null : percentFromJsonNumber(told);
}

/** What leaving early costs and what comes back: together the amount, to the micro-dollar. */
export function splitByFee(amount: Micros, cancelFee: Percent): { fee: Micros; refund: Micros } {
  const fee = percentOf(amount, cancelFee, roundDown);
  return { fee, refund: (amount - fee) as Micros };
}
