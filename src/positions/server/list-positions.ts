import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { ListQuery } from '#platform/pages.ts';
import type { Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Product } from '../registry.ts';
import { type Position, type PositionFilter, readPositionPage } from './position-store.ts';

/** By state, and by minimum and maximum amount. */
export type Narrowed = Pick<PositionFilter, 'state' | 'least' | 'most'>;

/** The customer's positions in a product that started in the span, newest first, in the product's presentation. */
export async function listPositions<Presented>(
  sql: Sql,
  product: Product,
  { investor, query }: { investor: Pick<Investor, 'id' | 'now'>; query: ListQuery },
  present: (position: Position, now: Date) => Presented,
  narrowed: Narrowed = {},
): Promise<Page<Presented>> {
  const filter = { customerId: investor.id, product, span: readSpan(query), ...narrowed };
  const positions = await readPositionPage(sql, filter, readCursor(query.after), query.limit);
  return makePage(
    positions,
    query.limit,
    ({ startedAt: at, id }) => ({ at, id }),
    (position) => present(position, investor.now),
  );
}
