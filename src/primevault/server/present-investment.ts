import { type Percent, toJsonNumber } from '#money/money.ts';
import type { Position } from '#positions/server/position-store.ts';
import { presentPosition } from '#positions/server/present-position.ts';
import type { Investment } from '../contract.ts';

/** A vault investment as its owner sees it at `now`. An expired one has its whole profit. */
export function presentInvestment(position: Position, now: Date): Investment {
  return {
    ...presentPosition('primevault', position, now),
    Rate: toJsonNumber(position.rate as Percent),
    Promocode: promocodeOf(position),
  };
}

/** The code it was opened with. */
function promocodeOf({ terms }: Position): string | null {
  return typeof terms.promocode === 'string' ? terms.promocode : null;
}
