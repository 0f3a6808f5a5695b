import { fromJsonNumber, type Micros, micros, percentFromJsonNumber } from '#money/money.ts';
import { promisedProfit } from '../vault-plan.ts';

/** The amount and all the profit that is agreed for it: what comes back at the end. */
export function returnAtEnd(dollars: number, ratePercent: number): Micros {
  const amount = fromJsonNumber(dollars);
  return micros(amount + promisedProfit(amount, percentFromJsonNumber(ratePercent)));
}
