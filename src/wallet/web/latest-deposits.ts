import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { listTransfers, type Transfer } from '../contract.ts';

export const openTransferRereadMs = 3_000;
const latestRows = '4';

/** The deposits that the dashboard shows; refetched often while one of them is on its way. */
export const latestDeposits = queryOptions({
  queryKey: ['wallet', 'latest'],
  queryFn: ({ signal }) => callApi(listTransfers, { query: { direction: 'deposit', limit: latestRows } }, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? openTransferRereadMs : false),
});

export function isOnItsWay(transfer: Transfer): boolean {
  return transfer.Status === 'in_progress';
}
