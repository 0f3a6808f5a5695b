import { partName, type PartName, products } from '#positions/registry.ts';
import type { EquityPoint } from '../contract.ts';

/** Where a customer's money can be, in the order in which the chart and texts present it. */
export type EquityPart = 'Balance' | PartName;
const equityParts: readonly EquityPart[] = ['Balance', ...products.map((product) => partName(product))];

/** The parts worth mentioning: balance and stakes always, others once they have ever held anything. */
export function partsOf(series: readonly EquityPoint[]): EquityPart[] {
  return equityParts.filter(
    (part) => part === 'Balance' || part === 'Stake' || series.some((point) => point[part] !== 0),
  );
}
