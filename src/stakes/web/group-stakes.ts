import { shownSum } from '#money/shown.ts';
import type { Stake } from '../contract.ts';
import { returnOf } from './stake-return.ts';

/** Stakes that differ in nothing but the hour: the same plan, amount and state, begun on the same day. At least one. */
export type StakeGroup = readonly [Stake, ...Stake[]];

/** Each group stands where its first stake stood. `dayOf` names a day as the reader sees it, in their time zone. */
export function groupStakes(stakes: readonly Stake[], dayOf: (moment: string) => string): StakeGroup[] {
  const groups = new Map<string, [Stake, ...Stake[]]>();
  for (const stake of stakes) {
    const { Start, Days, Rate, CancelFee, TaxRate, Amount, Status } = stake;
    const key = JSON.stringify([dayOf(Start), Days, Rate, CancelFee, TaxRate, Amount, Status]);
    const group = groups.get(key);
    if (group) group.push(stake);
    else groups.set(key, [stake]);
  }
  return [...groups.values()];
}

/** What the group's stakes show, added up as shown: to the cent. */
export function totalsOf(group: StakeGroup): { profit: number; back: number; progress: number } {
  return {
    profit: shownSum(...group.map(({ Profit }) => Profit)),
    back: shownSum(...group.map(returnOf)),
    progress: Math.min(...group.map(({ Progress }) => Progress)),
  };
}
