import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ApiPage, callApi, callApiPage } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { reportBonus, reportResidual } from '#network/contract.ts';
import { reportOperations } from '#operations/contract.ts';
import { listTransfers, reportWithdrawals } from '#wallet/contract.ts';
import { readReceipt, readStatement } from '../contract.ts';
import type { PositionTab } from '../tabs.ts';
import { type Days, spanOf } from './history-filter.ts';

/** The first page is small so that it shows immediately; further pages are larger. */
const firstRows = '50';
const furtherRows = '250';

type PageQuery = ReturnType<typeof spanOf> & { limit: string; after: string | undefined };
type ReadPage<Row> = (query: PageQuery, options: { signal: AbortSignal }) => Promise<ApiPage<Row[]>>;

/** A paginated list for the selected days. */
function pages<Row>(name: string, read: ReadPage<Row>) {
  return (days: Days) =>
    infiniteQueryOptions({
      queryKey: ['history', name, days],
      queryFn: ({ pageParam, signal }) =>
        read(
          { ...spanOf(days), limit: pageParam === undefined ? firstRows : furtherRows, after: pageParam },
          { signal },
        ).catch(asNothing<Row>),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    });
}

/** A customer who never had the bot has an empty history of it. */
function asNothing<Row>(error: unknown): ApiPage<Row[]> {
  if (error instanceof ApiRefusal && error.code === 'bot_required') return { rows: [], next: null };
  throw error;
}

/** The fields shown of a position of any product; its beginning is called `Start` or `Date`. */
export type PositionRow = {
  Id: string;
  Amount: number;
  Profit: number;
  Progress: number;
  Status: 'in_progress' | 'active' | 'finished' | 'expired' | 'canceled';
} & ({ Start: string } | { Date: string });

/** Reads a product's own list of positions. */
export type ReadPositions = ReadPage<PositionRow>;

export const positionQuery = (tab: PositionTab, read: ReadPositions, days: Days) => pages(tab, read)(days);

export const historyQueries = {
  operations: pages('operations', (query, options) => callApiPage(reportOperations, { query }, options)),
  deposits: pages('deposits', (query, options) =>
    callApiPage(listTransfers, { query: { ...query, direction: 'deposit' } }, options),
  ),
  withdrawals: pages('withdrawals', (query, options) => callApiPage(reportWithdrawals, { query }, options)),
  bonus: pages('bonus', (query, options) => callApiPage(reportBonus, { query }, options)),
  residual: pages('residual', (query, options) => callApiPage(reportResidual, { query }, options)),
  statement: pages('statement', (query, options) => callApiPage(readStatement, { query }, options)),
};

/** Null if there is no such posting, or it is somebody else's. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['history', 'receipt', id],
    queryFn: ({ signal }) =>
      callApi(readReceipt, { params: { id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiRefusal && error.status === 404) return null;
        throw error;
      }),
    // A posting never changes.
    staleTime: Infinity,
  });
