import { toJsonNumber, sum, zero } from '#money/money.ts';
import { readAward } from '#network/server/award-store.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { productOf } from '#positions/registry.ts';
import { readPosition } from '#positions/server/position-store.ts';
import { presentPosition } from '#positions/server/present-position.ts';
import type { PositionTerms } from '../contract.ts';
import { isPosition, type PositionName } from '../figures.ts';

/** A position as its product's list shows it. */
export interface ReadPosition {
  name: PositionName;
  /** Its profit; of an award its value. USD. */
  value: number;
  terms: PositionTerms;
}

type Found = Omit<ReadPosition, 'name'>;

/** Refuses what is not there, or not the caller's: the same answer. */
export async function requirePosition(
  sql: Sql,
  investor: Pick<Investor, 'id' | 'now'>,
  { figure, id }: { figure: string; id: string },
): Promise<ReadPosition> {
  const found = isPosition(figure) && isUuid(id) ? await read(sql, figure, id, investor) : null;
  if (!found || !isPosition(figure)) throw refusePlatform('not_found');
  return { name: figure, ...found };
}

async function read(
  sql: Sql,
  name: PositionName,
  id: string,
  investor: Pick<Investor, 'id' | 'now'>,
): Promise<Found | null> {
  const product = productOf(name);
  if (!product) return readOneAward(sql, id, investor);
  const position = await readPosition(sql, product, id, investor.id);
  if (!position) return null;
  const { Profit, Amount, Start, End } = presentPosition(product, position, investor.now);
  const Rate = position.rate === null ? null : toJsonNumber(position.rate);
  return { value: Profit, terms: { Amount, Rate, Start, End } };
}

async function readOneAward(sql: Sql, id: string, investor: Pick<Investor, 'id'>): Promise<Found | null> {
  const award = await readAward(sql, id, investor.id);
  if (!award) return null;
  const at = award.at.toISOString();
  // Of one that is void everything is cut.
  const [value, cut] = award.voidAt ? [zero, sum([award.value, award.cut])] : [award.value, award.cut];
  const terms = { Amount: toJsonNumber(award.base), Rate: toJsonNumber(award.percentage), Start: at, End: at };
  return { value: toJsonNumber(value), terms: { ...terms, Cut: toJsonNumber(cut) } };
}
