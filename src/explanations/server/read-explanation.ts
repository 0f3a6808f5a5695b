import { toJsonNumber } from '#money/money.ts';
import { shownSum } from '#money/shown.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { Explanation, readExplanation as ofFigure, readPositionExplanation as ofPosition } from '../contract.ts';
import { lessOf, partsOf } from '../figures.ts';
import { readFigure } from './read-figure.ts';
import { requireAddress, requirePosition } from './read-position.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

/** Returns a figure as its screen shows it now, with the figures that it is the sum of. */
export async function readExplanation(
  sql: Sql,
  { investor, params }: Pick<CallRequest<typeof ofFigure>, 'investor' | 'params'>,
): Promise<Explanation> {
  requireOwner(investor, params);
  const figure = requireFigure(params.figure);
  const { exact, shown } = await readFigure(sql, investor, figure);
  return {
    Figure: figure,
    Value: toJsonNumber(exact),
    Shown: toJsonNumber(shown),
    At: investor.now.toISOString(),
    Parts: [...partsOf(figure)],
    Less: [...lessOf(figure)],
    Position: null,
  };
}

/** Returns a position's profit, or an award's value, as its list shows it now, with the terms that it follows from. */
export async function readPositionExplanation(
  sql: Sql,
  { investor, params }: Pick<CallRequest<typeof ofPosition>, 'investor' | 'params'>,
): Promise<Explanation> {
  requireOwner(investor, params);
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
