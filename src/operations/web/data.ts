import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { listAssets, reportOperations } from '../contract.ts';
import { type OperationFilter, queryOf } from './operation-filter.ts';

/** The refetch interval: operations may arrive while the page is open. */
const rereadMs = 60_000;
const firstRows = '50';
const furtherRows = '250';
const latestRows = '5';

export const operationsQueries = {
  list: (filter: OperationFilter) =>
    infiniteQueryOptions({
      queryKey: ['operations', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        callApiPage(
          reportOperations,
          {
            query: {
              ...queryOf(filter),
              tz: timeZone,
              limit: pageParam === undefined ? firstRows : furtherRows,
              after: pageParam,
            },
          },
          { signal },
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      refetchInterval: rereadMs,
    }),
  assets: queryOptions({
    queryKey: ['operations', 'assets'],
    queryFn: ({ signal }) => callApi(listAssets, {}, { signal }),
    refetchInterval: rereadMs,
  }),
  latest: queryOptions({
    queryKey: ['operations', 'latest'],
    queryFn: ({ signal }) => callApi(reportOperations, { query: { limit: latestRows } }, { signal }),
    refetchInterval: rereadMs,
  }),
};
