import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { listStakes, readStakeOffer } from '../contract.ts';

/** Refetch interval: profit grows while the page is open, and stakes mature automatically. */
const rereadMs = 60_000;
const rowsPerPage = '20';
const latestRows = '4';

export const stakesQueries = {
  offer: queryOptions({
    queryKey: ['stakes', 'offer'],
    queryFn: ({ signal }) => callApi(readStakeOffer, {}, { signal }),
  }),
  all: infiniteQueryOptions({
    queryKey: ['stakes', 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage(listStakes, { query: { limit: rowsPerPage, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: rereadMs,
  }),
  latest: queryOptions({
    queryKey: ['stakes', 'latest'],
    queryFn: ({ signal }) => callApi(listStakes, { query: { limit: latestRows } }, { signal }),
    refetchInterval: rereadMs,
  }),
};
