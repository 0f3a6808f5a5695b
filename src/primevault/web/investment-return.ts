import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { shownDifference } from '#money/shown.ts';
import { promisedProfit, shownReturn, taxRateOf } from '#positions/promised-profit.ts';

/** The amount and all the profit that is agreed for it, less the tax where some is withheld: what comes back at the end, each as it is shown. */
export function returnAtEnd(dollars: number, ratePercent: number, taxRate?: number): Micros {
  return shownReturn(fromJsonNumber(dollars), agreedProfit(dollars, ratePercent), taxRateOf(taxRate));
}

/** To the micro-dollar. */
export function agreedProfit(dollars: number, ratePercent: number): Micros {
  return promisedProfit(fromJsonNumber(dollars), percentFromJsonNumber(ratePercent));
}

/** The profit of it, USD: what is shown to come back before tax less what is put in. */
export function profitAtEnd(dollars: number, ratePercent: number): number {
  return shownDifference(toJsonNumber(returnAtEnd(dollars, ratePercent)), dollars);
}
