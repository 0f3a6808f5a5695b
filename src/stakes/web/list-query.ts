import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callApiPage } from '#platform/web/api.ts';
import { listStakes } from '../contract.ts';
import { rereadMs } from './data.ts';
import type { StakeFilter } from './stake-filter.ts';

const rowsPerPage = '20';

/** The list's own: the dashboard loads without it. */
export const stakesList = ({ days, ...filter }: StakeFilter) =>
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
  });
