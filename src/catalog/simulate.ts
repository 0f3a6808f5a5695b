import { fromJsonNumber, type Micros, percentFromJsonNumber, usd } from '#money/money.ts';
import { promisedProfit, shownReturn, splitByFee, taxRateOf } from '#positions/promised-profit.ts';
import { type FixedProduct, fixedProducts, type PartName, partName } from '#positions/registry.ts';
import type { Catalog } from './contract.ts';

/** A term of a product whose profit is fixed when it opens, as the catalog publishes it. */
export interface SimulatedPlan {
  product: FixedProduct;
  days: number;
  /** Per cent. */
  rate: number;
  /** Whole dollars, ascending. */
  amounts: readonly number[];
  /** Early-exit fee in per cent of the amount; null where there is no way out before the end. */
  cancelFee: number | null;
  /** Per cent of the profit that is withheld as tax; undefined where no tax applies. */
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

/** The outcome for an amount. Each part is rounded as shown, so that the parts add up. */
export interface Simulation {
  profit: Micros;
  /** The amount plus the profit, less the tax withheld from it. */
  total: Micros;
  /** Leaving before the end: the fee and the refund; null where that is not possible. */
  early: { fee: Micros; refund: Micros } | null;
}

/** Applies the same rules as the server: profit at the plan's rate, rounded down, and the fee for leaving early. */
export function simulate(plan: SimulatedPlan, amount: Micros): Simulation {
  const profit = promisedProfit(amount, percentFromJsonNumber(plan.rate));
  return {
    profit,
    total: shownReturn(amount, profit, taxRateOf(plan.taxRate)),
    early: plan.cancelFee === null ? null : splitByFee(amount, percentFromJsonNumber(plan.cancelFee)),
  };
}

/** Whether the plan accepts this amount. */
export function takes(plan: SimulatedPlan, amount: Micros): boolean {
  return plan.amounts.some((dollars) => usd(String(dollars)) === amount);
}

/** The nearest amounts that the plan accepts, below and above this one: one or two of them. */
export function nearestAmounts(plan: SimulatedPlan, amount: Micros): number[] {
  const below = plan.amounts.findLast((dollars) => fromJsonNumber(dollars) < amount);
  const above = plan.amounts.find((dollars) => fromJsonNumber(dollars) > amount);
  return [below, above].filter((dollars) => dollars !== undefined);
}
