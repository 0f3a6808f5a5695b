import { partName, type PartName, products } from '#positions/registry.ts';
import type { EquityPoint } from '../contract.ts';

/** Where a customer's money can be, in the order in which it is drawn and told. */
export type EquityPart = 'Balance' | PartName;
const equityParts: readonly EquityPart[] = ['Balance', ...products.map((product) => partName(product))];

/** The parts that are worth a word: balance and stakes always, the others once there has been anything in them. */
export function partsOf(series: readonly EquityPoint[]): EquityPart[] {
  return equityParts.filter(
    (part) => part === 'Balance' || part === 'Stake' || series.some((point) => point[part] !== 0),
  );
}
