import {
  fixedProducts,
  partName,
  type PartName,
  tradedProducts,
  type WireName,
  wireName,
} from '#positions/registry.ts';
import type { MaturityMonth } from '../contract.ts';

const products = [...fixedProducts, ...tradedProducts];

/** The parts of a month's sum, from the bottom of its bar upwards: certain amounts before those that depend on operations. */
export const monthParts = products.map((product) => partName(product));
export type MonthPart = PartName;

/** Key of the product's name in the texts. */
export const namesOfParts = Object.fromEntries(
  products.map((product) => [partName(product), wireName(product)]),
) as Record<MonthPart, WireName>;

/** The products from which anything comes back in any of these months. */
export function partsOf(months: readonly MaturityMonth[]): MonthPart[] {
  return monthParts.filter((part) => months.some((month) => month[part] > 0));
}
