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

/** What a month's sum is made of, from the foot of its bar upwards: what is certain before what depends on operations. */
export const monthParts = products.map((product) => partName(product));
export type MonthPart = PartName;

/** The product's name among the texts. */
export const namesOfParts = Object.fromEntries(
  products.map((product) => [partName(product), wireName(product)]),
) as Record<MonthPart, WireName>;

/** The products that anything comes back from, in any of these months. */
export function partsOf(months: readonly MaturityMonth[]): MonthPart[] {
  return monthParts.filter((part) => months.some((month) => month[part] > 0));
}
