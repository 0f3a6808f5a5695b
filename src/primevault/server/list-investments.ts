import { amountOf } from '#money/amount.ts';
import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Investment, listInvestments as contract } from '../contract.ts';
import { readProgressCursor, writeProgressCursor } from './progress-cursor.ts';
import { type InvestmentFilter, readNewestPage, readPageByProgress } from './read-investment-page.ts';
import { presentInvestment } from './present-investment.ts';

type ListRequest = Pick<CallRequest<typeof contract>, 'investor' | 'query'>;

/** The customer's vault investments that started in the span, filtered and ordered as they wish (V1). */
export async function listInvestments(sql: Sql, request: ListRequest): Promise<Page<Investment>> {
  const { investor, query } = request;
  if (query.order !== 'none') return listByProgress(sql, request, query.order);
  const investments = await readNewestPage(sql, filterOf(request), readCursor(query.after), query.limit);
  return makePage(
    investments,
    query.limit,
    (investment) => ({ at: investment.startedAt, id: investment.id }),
    (investment) => presentInvestment(investment, investor.now),
  );
}

async function listByProgress(sql: Sql, request: ListRequest, order: 'highest' | 'lowest'): Promise<Page<Investment>> {
  const { investor, query } = request;
  const cursor = readProgressCursor(query.after, order, investor.now);
  const ranked = await readPageByProgress(sql, filterOf(request), order, cursor, query.limit);
  const shown = ranked.slice(0, query.limit);
  const last = shown.at(-1);
  const next =
    last && ranked.length > query.limit
      ? writeProgressCursor(order, {
          asOf: cursor.asOf,
          rank: last.rank,
          at: last.startedAt.toISOString(),
          id: last.id,
        })
      : null;
  return { rows: shown.map((investment) => presentInvestment(investment, investor.now)), next };
}

function filterOf({ investor, query }: ListRequest): InvestmentFilter {
  return {
    customerId: investor.id,
    span: readSpan(query),
    min: query.min === undefined ? null : amountOf(query.min),
    max: query.max === undefined ? null : amountOf(query.max),
    status: query.status === 'all' ? null : query.status,
  };
}
