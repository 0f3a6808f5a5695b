import type { Position } from '#positions/server/position-store.ts';
import { presentPosition } from '#positions/server/present-position.ts';
import type { Licence } from '../contract.ts';

/** A licence as its owner sees it at this instant. */
export function presentLicence(licence: Position, now: Date): Licence {
  return presentPosition('copytrade', licence, now);
}
