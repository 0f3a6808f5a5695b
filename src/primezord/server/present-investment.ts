import type { Position } from '#positions/server/position-store.ts';
import { presentTraded } from '#positions/server/present-position.ts';
import type { Investment } from '../contract.ts';

/** An investment as its owner sees it at `now`. */
export function presentInvestment(position: Position, now: Date): Investment {
  const { Start, ...presented } = presentTraded('primezord', position, now);
  return { ...presented, Date: Start };
}
