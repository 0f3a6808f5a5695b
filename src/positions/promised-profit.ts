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
 * The profit that a fixed yield promises when it opens: amount × rate, to the micro-dollar and rounded down (spec §9). The single rule for
 * agreeing on it and for showing it, before and after.
 */
export function promisedProfit(amount: Micros, rate: Percent): Micros {
  return percentOf(amount, rate, roundDown);
}

/** The tax withheld from a profit when it is paid, at the agreed rate: rounded down, in the customer's favour. */
export function withheldTax(profit: Micros, taxRate: Percent | null): Micros {
  return taxRate === null ? zero : percentOf(profit, taxRate, roundDown);
}

/** The return at the end as shown: the amount plus the whole profit, less the tax withheld from it. */
export function shownReturn(amount: Micros, profit: Micros, taxRate: Percent | null): Micros {
  return shownTotal([amount, profit, micros(-withheldTax(profit, taxRate))]);
}

/** {@link shownReturn} in the contract's units: USD and per cent. */
export function returnAtEnd(dollars: number, rate: number, taxRate?: number): number {
  const amount = fromJsonNumber(dollars);
  const profit = promisedProfit(amount, percentFromJsonNumber(rate));
  return toJsonNumber(shownReturn(amount, profit, taxRateOf(taxRate)));
}

/** The tax rate from an offer or a position, which omit it when nothing is withheld. */
export function taxRateOf(told: number | undefined): Percent | null {
  return told === undefined ? null : percentFromJsonNumber(told);
}

/** The fee for leaving early and the refund: together the amount, to the micro-dollar. */
export function splitByFee(amount: Micros, cancelFee: Percent): { fee: Micros; refund: Micros } {
  const fee = percentOf(amount, cancelFee, roundDown);
  return { fee, refund: (amount - fee) as Micros };
}
