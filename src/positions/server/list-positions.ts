import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { ListQuery } from '#platform/pages.ts';
import type { Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Product } from '../registry.ts';
import { type Position, type PositionFilter, readPositionPage } from './position-store.ts';
import { readRankedCursor, writeRankedCursor } from './ranked-cursor.ts';
import { type RankedOrder, readRankedPage } from './read-ranked-page.ts';

/** By state, term, and minimum and maximum amount; newest first, unless ordered otherwise. */
export type Narrowed = Pick<PositionFilter, 'state' | 'days' | 'least' | 'most'> & { order?: RankedOrder | undefined };

/** The customer's positions in a product that started in the span, in the product's presentation. */
export async function listPositions<Presented>(
  sql: Sql,
  product: Product,
  { investor, query }: { investor: Pick<Investor, 'id' | 'now'>; query: ListQuery },
  present: (position: Position, now: Date) => Presented,
  { order, ...narrowed }: Narrowed = {},
): Promise<Page<Presented>> {
  const filter = { customerId: investor.id, product, span: readSpan(query), ...narrowed };
  const presented = (position: Position): Presented => present(position, investor.now);
  if (order) {
    const cursor = readRankedCursor(query.after, order, investor.now);
    const ranked = await readRankedPage(sql, filter, order, cursor, query.limit);
    const shown = ranked.slice(0, query.limit);
    const { position: last, rank = 0n } = ranked.length > query.limit ? (shown.at(-1) ?? {}) : {};
    const next = last && writeRankedCursor(order, { ...cursor, rank, at: last.startedAt.toISOString(), id: last.id });
    return { rows: shown.map(({ position }) => presented(position)), next: next ?? null };
  }
  const positions = await readPositionPage(sql, filter, readCursor(query.after), query.limit);
  return makePage(positions, query.limit, ({ startedAt: at, id }) => ({ at, id }), presented);
}
