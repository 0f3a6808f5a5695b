import type { Position } from '#positions/server/position-store.ts';
import { presentTraded } from '#positions/server/present-position.ts';
import type { Licence } from '../contract.ts';

/** A licence as its owner sees it at this instant. */
export function presentLicence(licence: Position, now: Date): Licence {
  return presentTraded('copytrade', licence, now);
}
