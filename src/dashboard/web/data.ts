import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { readEquity, readHomeReport } from '../contract.ts';

const rereadMs = 60_000;
const equityRereadMs = 5 * 60_000;

export const dashboardQueries = {
  report: queryOptions({
    queryKey: ['dashboard', 'report'],
    queryFn: ({ signal }) => callApi(readHomeReport, {}, { signal }),
    refetchInterval: rereadMs,
  }),
  /** From the given day on, or the last ninety days. Newest first. */
  equity: (start?: string) =>
    queryOptions({
      queryKey: ['dashboard', 'equity', start ?? 'latest'],
      queryFn: ({ signal }) => callApi(readEquity, { query: { tz: timeZone, start } }, { signal }),
      refetchInterval: equityRereadMs,
    }),
};
