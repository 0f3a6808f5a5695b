import { entryId } from '#ledger/server/entry-place.ts';
import { isReversible, reversalKey } from '#ledger/reversals.ts';
import { entriesSql, type OwnEntry } from '#ledger/server/entry-store.ts';
import { journalKeySql } from '#network/server/award-store.ts';
import { toJsonNumber } from '#money/money.ts';
import { positionKinds, type Product, productOfKind } from '#positions/registry.ts';
import type { ExplainedPosting } from '../contract.ts';
import { type FigureName, figureNames, figureRules, type Move } from '../figures.ts';

/** One statement for each figure that is a sum of entries. */
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

/** Selects the entries of events by journal key, where the keys say that they are: or all of the owner's would be scanned. */
function eventsSql(keys: string): string {
  return entriesSql(`e.happened_at = ANY (ARRAY(
      SELECT happened_at FROM (SELECT owner, happened_at FROM ledger.journals WHERE key = ANY (${keys}) OFFSET 0) named
      WHERE owner = $1)) AND e.key = ANY (${keys})`);
}

/** Entries of a position, by the keys of its events ($7). */
export const positionSql = eventsSql('$7::text[]');

/** Entries of awards, and of their reversals. */
const awardsSql = (which: string): string =>
  eventsSql(
    `ARRAY(SELECT unnest(ARRAY[${journalKeySql}, 'reversed:' || ${journalKeySql}]) FROM network_awards w WHERE ${which} AND w.beneficiary_id = $1)`,
  );

/** Of an award ($7). */
export const awardSql = awardsSql('w.id = $7::uuid');

/** Of all awards that are due to one member ($7). */
export const memberSql = awardsSql('w.source_id = $7::uuid');

/**
 * Returns the journal keys of a position (product, position, event), including the key of a possible reversal for each reversible event.
 */
export function keysOf(product: Product, id: string): string[] {
  return positionKinds
    .filter((kind) => productOfKind(kind) === product)
    .flatMap((kind) => {
      const key = `${product}:${id}:${kind.slice(product.length + 1)}`;
      return isReversible(kind) ? [key, reversalKey(key)] : [key];
    });
}

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
