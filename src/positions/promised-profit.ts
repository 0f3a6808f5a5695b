import { type Micros, type Percent, percentOf, roundDown } from '#money/money.ts';

/**
 * The profit that a fixed yield promises when it opens: amount × rate, to the micro-dollar and rounded down (spec §9). The one rule for
 * whoever agrees on it, shows it before it is agreed, or shows it afterwards.
 */
export function promisedProfit(amount: Micros, rate: Percent): Micros {
  return percentOf(amount, rate, roundDown);
}

/** What leaving early costs and what comes back: together the amount, to the micro-dollar. */
export function splitByFee(amount: Micros, cancelFee: Percent): { fee: Micros; refund: Micros } {
  const fee = percentOf(amount, cancelFee, roundDown);
  return { fee, refund: (amount - fee) as Micros };
}
