import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { cancelStake, listStakes, openStake } from '../contract.ts';

/** Profit grows while the page is looked at, and a stake falls due by itself: read again this often. */
const rereadMs = 60_000;
const rowsPerPage = '20';
const latestRows = '4';

export const stakesQueries = {
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

export function useOpenStake() {
  const t = useTranslations('stakes.toasts');
  return useApiMutation(openStake, {
    success: t('opened'),
    failed: t('openFailed'),
    unexpected: t('openUnexpected'),
  });
}

export function useCancelStake() {
  const t = useTranslations('stakes.toasts');
  return useApiMutation(cancelStake, {
    success: t('canceled'),
    failed: t('cancelFailed'),
    unexpected: t('cancelUnexpected'),
  });
}
