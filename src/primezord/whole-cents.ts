import { type Micros, micros, roundDown } from '#money/money.ts';

const microsPerCent = 10_000n;

/** As much of an amount as can be asked for: requests are in whole cents (what is below one stays in the wallet). */
export function wholeCents(amount: Micros): Micros {
  return micros(roundDown(amount, microsPerCent) * microsPerCent);
}
