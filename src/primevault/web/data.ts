import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { acceptTerms, listInvestments, quoteInvestment, readPlan } from '../contract.ts';
import type { InvestmentFilter } from './investment-filter.ts';

/** Refetch interval: profit grows while the page is open, and investments fall due automatically. */
const rereadMs = 60_000;
const rowsPerPage = '20';

export const primevaultQueries = {
  plan: queryOptions({
    queryKey: ['primevault', 'plan'],
    queryFn: ({ signal }) => callApi(readPlan, {}, { signal }),
  }),
  list: (filter: InvestmentFilter) =>
    infiniteQueryOptions({
      queryKey: ['primevault', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        callApiPage(listInvestments, { query: { ...queryOf(filter), after: pageParam } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      // The previous rows stay until those of the new filter are loaded.
      placeholderData: keepPreviousData,
      refetchInterval: rereadMs,
    }),
  quote: (dollars: number, promocode: string) =>
    queryOptions({
      queryKey: ['primevault', 'quote', dollars, promocode],
      queryFn: ({ signal }) => callApi(quoteInvestment, { query: { amount: String(dollars), promocode } }, { signal }),
      enabled: dollars > 0 && promocode !== '',
      staleTime: 0,
    }),
};

function queryOf({ start, min, max, status, order }: InvestmentFilter) {
  return {
    limit: rowsPerPage,
    tz: timeZone,
    start: start ?? undefined,
    min: min ?? undefined,
    max: max ?? undefined,
    status,
    order,
  };
}

export function useAcceptTerms() {
  const t = useTranslations('primevault.toasts');
  return useApiMutation(acceptTerms, {
    affects: ['primevault', 'profile'],
    failed: t('openFailed'),
    unexpected: t('openUnexpected'),
  });
}
