import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { listStakes, readStakeOffer } from '../contract.ts';
import type { StakeFilter } from './stake-filter.ts';

/** Refetch interval: profit grows while the page is open, and stakes mature automatically. */
const rereadMs = 60_000;
const rowsPerPage = '20';
const latestRows = '4';

export const stakesQueries = {
  offer: queryOptions({
    queryKey: ['stakes', 'offer'],
    queryFn: ({ signal }) => callApi(readStakeOffer, {}, { signal }),
  }),
  list: ({ days, ...filter }: StakeFilter) =>
    infiniteQueryOptions({
      queryKey: ['stakes', 'list', days, filter],
      queryFn: ({ pageParam, signal }) =>
        callApiPage(
          listStakes,
          { query: { limit: rowsPerPage, ...filter, days: days ?? undefined, after: pageParam } },
          { signal },
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      // The previous rows stay until those of the new filter are loaded.
      placeholderData: keepPreviousData,
      refetchInterval: rereadMs,
    }),
  latest: queryOptions({
    queryKey: ['stakes', 'latest'],
    queryFn: ({ signal }) => callApi(listStakes, { query: { limit: latestRows } }, { signal }),
    refetchInterval: rereadMs,
  }),
};
