import { entryId } from '#ledger/server/entry-place.ts';
import { entriesSql, type OwnEntry } from '#ledger/server/entry-store.ts';
import { toJsonNumber } from '#money/money.ts';
import type { ExplainedPosting } from '../contract.ts';
import { type FigureName, figureNames, figureRules, type Move } from '../figures.ts';

/** A statement for each figure that is a sum of entries. */
export const figureSql = new Map<FigureName, string>(
  figureNames.flatMap((name) => {
    const rule = figureRules[name];
    return 'moves' in rule ? [[name, entriesSql(`(${rule.moves.map(isMove).join(' OR ')})`)]] : [];
  }),
);

function isMove({ from, to, kinds }: Move): string {
  const conditions = [
    ...(from === 'any' ? [] : [`e.from_account = '${from}'`]),
    ...(to === 'any' ? [] : [`e.to_account = '${to}'`]),
    ...(kinds ? [`e.kind = ANY ('{${kinds.join(',')}}')`] : []),
  ];
  return `(${conditions.join(' AND ')})`;
}

/** The entries of these events, by their journals' keys ($7); whose they are is asked behind, or all of the owner's would be read. */
export const eventsSql = entriesSql(`e.number = ANY (ARRAY(
      SELECT number FROM (SELECT owner, number FROM ledger.journals WHERE key = ANY ($7::text[]) AND cell = cell_of($1) OFFSET 0) named
      WHERE owner = $1))`);

export function presentPosting(entry: OwnEntry): ExplainedPosting {
  return {
    Id: entryId(entry),
    Date: entry.happenedAt.toISOString(),
    Kind: entry.kind,
    From: entry.from,
    To: entry.to,
    Amount: toJsonNumber(entry.amount),
    Reference: entry.reference,
  };
}
