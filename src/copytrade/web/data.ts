import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { listLicences, readCopyOffer, readOpeningAlert } from '../contract.ts';

/** Refetch interval: an operation may come in while the page is open, and licences expire automatically. */
const rereadMs = 60_000;
const rowsPerPage = '20';
const latestRows = '4';

export const copytradeQueries = {
  offer: queryOptions({
    queryKey: ['copytrade', 'offer'],
    queryFn: ({ signal }) => callApi(readCopyOffer, {}, { signal }),
    refetchInterval: rereadMs,
  }),
  alert: queryOptions({
    queryKey: ['copytrade', 'alert'],
    queryFn: ({ signal }) => callApi(readOpeningAlert, {}, { signal }),
  }),
  all: infiniteQueryOptions({
    queryKey: ['copytrade', 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage(listLicences, { query: { limit: rowsPerPage, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: rereadMs,
  }),
  latest: queryOptions({
    queryKey: ['copytrade', 'latest'],
    queryFn: ({ signal }) => callApi(listLicences, { query: { limit: latestRows } }, { signal }),
    refetchInterval: rereadMs,
  }),
};
