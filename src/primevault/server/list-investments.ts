import { amountOf } from '#money/amount.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import { stateOf } from '#positions/registry.ts';
import { type PositionFilter, readPositionPage } from '#positions/server/position-store.ts';
import type { Investment, listInvestments as contract } from '../contract.ts';
import { presentInvestment } from './present-investment.ts';
import { readProgressCursor, writeProgressCursor } from './progress-cursor.ts';
import { readInvestmentsByProgress } from './read-investments-by-progress.ts';

type ListRequest = Pick<CallRequest<typeof contract>, 'investor' | 'query'>;

/** The customer's vault investments that started in the span, filtered and ordered as requested (V1). */
export async function listInvestments(sql: Sql, request: ListRequest): Promise<Page<Investment>> {
  const { investor, query } = request;
  if (query.order !== 'none') return listByProgress(sql, request, query.order);
  const positions = await readPositionPage(sql, filterOf(request), readCursor(query.after), query.limit);
  return makePage(
    positions,
    query.limit,
    ({ startedAt: at, id }) => ({ at, id }),
    (position) => presentInvestment(position, investor.now),
  );
}

async function listByProgress(sql: Sql, request: ListRequest, order: 'highest' | 'lowest'): Promise<Page<Investment>> {
  const { investor, query } = request;
  const cursor = readProgressCursor(query.after, order, investor.now);
  const ranked = await readInvestmentsByProgress(sql, filterOf(request), order, cursor, query.limit);
  const shown = ranked.slice(0, query.limit);
  const last = shown.at(-1);
  const next =
    last && ranked.length > query.limit
      ? writeProgressCursor(order, {
          asOf: cursor.asOf,
          rank: last.rank,
          at: last.position.startedAt.toISOString(),
          id: last.position.id,
        })
      : null;
  return { rows: shown.map(({ position }) => presentInvestment(position, investor.now)), next };
}

function filterOf({ investor, query }: ListRequest): PositionFilter {
  return {
    customerId: investor.id,
    product: 'primevault',
    span: readSpan(query),
    state: query.status === 'all' ? undefined : (stateOf('primevault', query.status) ?? undefined),
    least: query.min === undefined ? undefined : amountOf(query.min),
    most: query.max === undefined ? undefined : amountOf(query.max),
  };
}
