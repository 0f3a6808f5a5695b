import { fromJsonNumber, type Micros, percentFromJsonNumber } from '#money/money.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import { shownTotal } from '#money/shown.ts';

/** The amount and all the profit that is agreed for it: what comes back at the end, as both are shown. */
export function returnAtEnd(dollars: number, ratePercent: number): Micros {
  const amount = fromJsonNumber(dollars);
  return shownTotal([amount, promisedProfit(amount, percentFromJsonNumber(ratePercent))]);
}
