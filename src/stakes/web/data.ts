import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { listStakes, readStakeOffer } from '../contract.ts';

/** Refetch interval: profit grows while the page is open, and stakes mature automatically. */
export const rereadMs = 60_000;
const latestRows = '4';

export const stakesQueries = {
  offer: queryOptions({
    queryKey: ['stakes', 'offer'],
    queryFn: ({ signal }) => callApi(readStakeOffer, {}, { signal }),
  }),
  latest: queryOptions({
    queryKey: ['stakes', 'latest'],
    queryFn: ({ signal }) => callApi(listStakes, { query: { limit: latestRows } }, { signal }),
    refetchInterval: rereadMs,
  }),
};
