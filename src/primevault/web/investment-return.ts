import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import { shownDifference, shownTotal } from '#money/shown.ts';

/** The amount and all the profit that is agreed for it: what comes back at the end, as both are shown. */
export function returnAtEnd(dollars: number, ratePercent: number): Micros {
  const amount = fromJsonNumber(dollars);
  return shownTotal([amount, promisedProfit(amount, percentFromJsonNumber(ratePercent))]);
}

/** The profit of it, USD: what is shown to come back less what is put in. */
export function profitAtEnd(dollars: number, ratePercent: number): number {
  return shownDifference(toJsonNumber(returnAtEnd(dollars, ratePercent)), dollars);
}
