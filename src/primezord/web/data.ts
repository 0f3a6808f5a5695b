import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { listInvestments, readBotSettings, readBotWallet, reportBotOperations } from '../contract.ts';

/** Refetch interval: operations may arrive while the page is open, and investments end automatically. */
const rereadMs = 60_000;
const rowsPerPage = '20';
const latestRows = '6';

export const primezordQueries = {
  settings: queryOptions({
    queryKey: ['primezord', 'settings'],
    queryFn: ({ signal }) => callApi(readBotSettings, {}, { signal }),
  }),
  wallet: queryOptions({
    queryKey: ['primezord', 'wallet'],
    queryFn: ({ signal }) => callApi(readBotWallet, {}, { signal }),
    refetchInterval: rereadMs,
  }),
  investments: infiniteQueryOptions({
    queryKey: ['primezord', 'investments'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage(listInvestments, { query: { limit: rowsPerPage, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: rereadMs,
  }),
  latestOperations: queryOptions({
    queryKey: ['primezord', 'operations', 'latest'],
    queryFn: ({ signal }) => callApi(reportBotOperations, { query: { limit: latestRows } }, { signal }),
    refetchInterval: rereadMs,
  }),
};
