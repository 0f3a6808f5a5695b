import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import type { PayoutProduct } from '../contract.ts';
import { listRecord, readRecord } from '../record-contract.ts';

/** The refetch interval: operations may arrive while the record is open. */
const rereadMs = 60_000;
const rowsPerPage = '20';

export const recordQueries = {
  of: (product: PayoutProduct) =>
    queryOptions({
      queryKey: ['payouts', 'record', product],
      queryFn: ({ signal }) => callApi(readRecord, { query: { product } }, { signal }),
      refetchInterval: rereadMs,
    }),
  operations: (product: PayoutProduct) =>
    infiniteQueryOptions({
      queryKey: ['payouts', 'record', product, 'operations'],
      queryFn: ({ pageParam, signal }) =>
        callApiPage(listRecord, { query: { product, limit: rowsPerPage, after: pageParam } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
};
