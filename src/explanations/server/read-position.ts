import { readAward } from '#network/server/award-store.ts';
import { sum, toJsonNumber, zero } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import { type Product, productOf } from '#positions/registry.ts';
import { readPosition } from '#positions/server/position-store.ts';
import { profitAt } from '#positions/server/present-position.ts';
import type { PositionTerms } from '../contract.ts';
import { isPosition, type PositionName } from '../figures.ts';

/** A position or an award as its list shows it. */
export interface ReadPosition {
  name: PositionName;
  /** The position's profit or the award's value, in USD. */
  value: number;
  terms: PositionTerms;
}

type Caller = Pick<Investor, 'id' | 'now'>;
type Found = Omit<ReadPosition, 'name'> | null;

/** Identifies the requested position or award. */
export interface PositionAddress {
  name: PositionName;
  /** Null for an award. */
  product: Product | null;
  id: string;
}

/** Rejects anything but a position or an award. */
export function requireAddress({ figure, id }: { figure: string; id: string }): PositionAddress {
  if (!isPosition(figure) || !isUuid(id)) throw refusePlatform('not_found');
  return { name: figure, product: productOf(figure), id: id.toLowerCase() };
}

/** Gives the same refusal for positions that are missing and not the caller's. */
export async function requirePosition(
  sql: Sql,
  investor: Caller,
  { name, product, id }: PositionAddress,
): Promise<ReadPosition> {
  const found = product ? await readOfProduct(sql, product, id, investor) : await readOfAward(sql, id, investor);
  if (!found) throw refusePlatform('not_found');
  return { name, ...found };
}

async function readOfProduct(sql: Sql, product: Product, id: string, { id: owner, now }: Caller): Promise<Found> {
  const position = await readPosition(sql, product, id, owner);
  if (!position) return null;
  return {
    value: toJsonNumber(profitAt(position, now)),
    terms: {
      Amount: toJsonNumber(position.amount),
      Rate: position.rate === null ? null : toJsonNumber(position.rate),
      Start: position.startedAt.toISOString(),
      End: position.endsAt.toISOString(),
    },
  };
}

async function readOfAward(sql: Sql, id: string, investor: Caller): Promise<Found> {
  const award = await readAward(sql, id, investor.id);
  if (!award) return null;
  const at = award.at.toISOString();
  // A void or reversed award is cut entirely.
  const [value, cut] =
    award.voidAt || award.isReversed ? [zero, sum([award.value, award.cut])] : [award.value, award.cut];
  const terms = { Amount: toJsonNumber(award.base), Rate: toJsonNumber(award.percentage), Start: at, End: at };
  return { value: toJsonNumber(value), terms: { ...terms, Cut: toJsonNumber(cut) } };
}
