import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import {
  listMaturities,
  makeCalendarLink,
  type MonthCalendar,
  readCalendarLink,
  revokeCalendarLink,
  sumMaturityMonths,
} from '../contract.ts';

/** Refetch interval: results change with every operation, and positions fall due on their own. */
const rereadMs = 60_000;
const rowsPerPage = '20';

export const maturitiesQueries = {
  /** The soonest maturities: as many as may come back on one day. */
  next: queryOptions({
    queryKey: ['maturities', 'next'],
    queryFn: ({ signal }) => callApi(listMaturities, { query: { limit: '500' } }, { signal }),
    refetchInterval: rereadMs,
  }),
  all: infiniteQueryOptions({
    queryKey: ['maturities', 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage(listMaturities, { query: { limit: rowsPerPage, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: rereadMs,
  }),
  months: (calendar: MonthCalendar) =>
    queryOptions({
      queryKey: ['maturities', 'months', calendar],
      queryFn: ({ signal }) => callApi(sumMaturityMonths, { query: { tz: timeZone, calendar } }, { signal }),
      refetchInterval: rereadMs,
    }),
  link: queryOptions({
    queryKey: ['maturities', 'link'],
    queryFn: ({ signal }) => callApi(readCalendarLink, {}, { signal }),
  }),
};

export function useMakeCalendarLink() {
  const t = useTranslations('maturities.calendar');
  // No success message: the link that appears shows that it was made.
  return useApiMutation(makeCalendarLink, {
    affects: ['maturities', 'notices'],
    failed: t('failed'),
    unexpected: t('failed'),
  });
}

export function useRevokeCalendarLink() {
  const t = useTranslations('maturities.calendar');
  return useApiMutation(revokeCalendarLink, {
    affects: ['maturities', 'notices'],
    success: t('revoked'),
    failed: t('failed'),
    unexpected: t('failed'),
  });
}
