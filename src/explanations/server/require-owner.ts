import { refusePlatform } from '#platform/refusals.ts';
import type { Investor } from '#platform/server/investor.ts';
import { type FigureName, isFigure } from '../figures.ts';

/** An explanation is its owner's; to anybody else it is not there, and neither is one of a figure that there is not. */
export function requireOwner(investor: Pick<Investor, 'id'>, params: { user: string }): void {
  if (params.user.toLowerCase() !== investor.id) throw refusePlatform('not_found');
}

export function requireFigure(name: string): FigureName {
  if (!isFigure(name)) throw refusePlatform('not_found');
  return name;
}
