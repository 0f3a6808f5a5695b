import { fromJsonNumber, type Micros, percentFromJsonNumber, usd } from '#money/money.ts';
import { promisedProfit, shownReturn, splitByFee, taxRateOf } from '#positions/promised-profit.ts';
import { type FixedProduct, fixedProducts, type PartName, partName } from '#positions/registry.ts';
import type { Catalog } from './contract.ts';

/** A term of a product whose profit is agreed when it opens, as the catalog publishes it. */
export interface SimulatedPlan {
  product: FixedProduct;
  days: number;
  /** Per cent. */
  rate: number;
  /** Whole dollars, ascending. */
  amounts: readonly number[];
  /** Per cent of the amount that leaving early costs; null where there is no way out before the end. */
  cancelFee: number | null;
  /** Per cent of the profit that is withheld as tax; undefined where nothing is. */
  taxRate: number | undefined;
}

/** The plans that a customer can choose, in the order of the products. */
export function plansOf(catalog: Pick<Catalog, PartName<FixedProduct>>): SimulatedPlan[] {
  return fixedProducts.flatMap((product) => {
    const offer = catalog[partName(product)];
    const cancelFee = 'CancelFee' in offer ? offer.CancelFee : null;
    const terms = 'Periods' in offer ? offer.Periods.filter(({ Offered }) => Offered) : [offer];
    return terms.map(({ Days: days, Rate: rate, Amounts: amounts }) => {
      return { product, days, rate, amounts, cancelFee, taxRate: offer.TaxRate };
    });
  });
}

/** What an amount would come to; each part as it is shown, so that the parts add up. */
export interface Simulation {
  profit: Micros;
  /** With the profit, less the tax that is withheld of it. */
  total: Micros;
  /** Leaving before the end: what it costs, and what comes back; null where one cannot. */
  early: { fee: Micros; refund: Micros } | null;
}

/** By the rules that the server agrees by: the profit of the plan's rate, rounded down, and the fee of an early leave. */
export function simulate(plan: SimulatedPlan, amount: Micros): Simulation {
  const profit = promisedProfit(amount, percentFromJsonNumber(plan.rate));
  return {
    profit,
    total: shownReturn(amount, profit, taxRateOf(plan.taxRate)),
    early: plan.cancelFee === null ? null : splitByFee(amount, percentFromJsonNumber(plan.cancelFee)),
  };
}

/** Whether the plan takes this amount. */
export function takes(plan: SimulatedPlan, amount: Micros): boolean {
  return plan.amounts.some((dollars) => usd(String(dollars)) === amount);
}

/** The amounts that the plan takes next to this one, below and above it: one or two of them. */
export function nearestAmounts(plan: SimulatedPlan, amount: Micros): number[] {
  const below = plan.amounts.findLast((dollars) => fromJsonNumber(dollars) < amount);
  const above = plan.amounts.find((dollars) => fromJsonNumber(dollars) > amount);
  return [below, above].filter((dollars) => dollars !== undefined);
}
