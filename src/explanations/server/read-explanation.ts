import { readBroughtBy } from '#network/server/award-store.ts';
import { toJsonNumber } from '#money/money.ts';
import { shownSum } from '#money/shown.ts';
import type { Sql } from '#database/server/database.ts';
import type { Figure } from '#dashboard/server/read-home-report.ts';
import type { Investor } from '#http/server/investor.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { Explanation, readExplanation as ofFigure, readPositionExplanation as ofPosition } from '../contract.ts';
import { type FigureName, lessOf, ofMembers, partsOf } from '../figures.ts';
import { readFigure } from './read-figure.ts';
import { requireMember } from './read-member.ts';
import { requireAddress, requirePosition } from './read-position.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

/** Returns a figure as its screen shows it now, with the figures that it is the sum of. */
export async function readExplanation(
  sql: Sql,
  { investor, params }: Pick<CallRequest<typeof ofFigure>, 'investor' | 'params'>,
): Promise<Explanation> {
  requireOwner(investor, params);
  const figure = requireFigure(params.figure);
  return presentFigure(figure, await readFigure(sql, investor, figure), investor);
}

function presentFigure(figure: FigureName, { exact, shown }: Figure, { now }: Pick<Investor, 'now'>): Explanation {
  return {
    Figure: figure,
    Value: toJsonNumber(exact),
    Shown: toJsonNumber(shown),
    At: now.toISOString(),
    Parts: [...partsOf(figure)],
    Less: [...lessOf(figure)],
    Position: null,
  };
}

/**
 * Returns a position's profit, or an award's value, as its list shows it now, with the terms that it follows from; or what one member of the
 * network brought.
 */
export async function readPositionExplanation(
  sql: Sql,
  { investor, params }: Pick<CallRequest<typeof ofPosition>, 'investor' | 'params'>,
): Promise<Explanation> {
  requireOwner(investor, params);
  if (params.figure === ofMembers) {
    const memberId = await requireMember(sql, investor, params.id);
    return presentFigure(ofMembers, await readBroughtBy(sql, investor.id, memberId), investor);
  }
  const { name, value, terms } = await requirePosition(sql, investor, requireAddress(params));
  return {
    Figure: name,
    Value: value,
    Shown: shownSum(value),
    At: investor.now.toISOString(),
    Parts: [],
    Less: [],
    Position: terms,
  };
}
