import { refusePlatform } from '#platform/refusals.ts';
import type { Investor } from '#http/server/investor.ts';
import { type FigureName, isFigure } from '../figures.ts';

/** Only its owner can see an explanation; everyone else gets the same answer as for a figure that does not exist. */
export function requireOwner(investor: Pick<Investor, 'id'>, params: { user: string }): void {
  if (params.user.toLowerCase() !== investor.id) throw refusePlatform('not_found');
}

export function requireFigure(name: string): FigureName {
  if (!isFigure(name)) throw refusePlatform('not_found');
  return name;
}
