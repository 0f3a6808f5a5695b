import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { percentFromJsonNumber } from '#money/money.ts';
import { listStakes, readStakeOffer, type StakeOffer } from '../contract.ts';
import type { StakePlan } from '../plans.ts';

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

/** Converts the offer to the plans that the rules use. */
export function plansOf({ Periods }: StakeOffer): StakePlan[] {
  return Periods.map(({ Days, Rate, Amounts, Offered }) => ({
    days: Days,
    rate: percentFromJsonNumber(Rate),
    amounts: Amounts,
    offered: Offered,
  }));
}
