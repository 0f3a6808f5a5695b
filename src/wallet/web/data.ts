import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { listTransfers, readBrokerageBalance, readDepositTerms, readRates, readWithdrawalTerms } from '../contract.ts';
import { isOnItsWay, openTransferRereadMs } from './latest-deposits.ts';

/** Fresh enough to decide by; the server uses the rate at the time of the request. */
const rateRereadMs = 30_000;
const recentRows = '20';

export const walletQueries = {
  rates: queryOptions({
    queryKey: ['wallet', 'rates'],
    queryFn: ({ signal }) => callApi(readRates, {}, { signal }),
    refetchInterval: rateRereadMs,
  }),
  /** Recent deposits, including one just requested. */
  deposits: queryOptions({
    queryKey: ['wallet', 'deposits'],
    queryFn: ({ signal }) => callApi(listTransfers, { query: { direction: 'deposit', limit: recentRows } }, { signal }),
  }),
  /** Recent withdrawals, including those on their way; refetched often while there are any. */
  withdrawals: queryOptions({
    queryKey: ['wallet', 'withdrawals'],
    queryFn: ({ signal }) =>
      callApi(listTransfers, { query: { direction: 'withdrawal', limit: recentRows } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? openTransferRereadMs : false),
  }),
  depositTerms: queryOptions({
    queryKey: ['wallet', 'deposit-terms'],
    queryFn: ({ signal }) => callApi(readDepositTerms, {}, { signal }),
  }),
  /** Balances at the brokerage when the dialog opens. Fetched without retries: the dialog works whatever the result. */
  atBroker: queryOptions({
    queryKey: ['wallet', 'at-broker'],
    queryFn: ({ signal }) => callApi(readBrokerageBalance, {}, { signal }),
    retry: false,
  }),
  terms: queryOptions({
    queryKey: ['wallet', 'terms'],
    queryFn: ({ signal }) => callApi(readWithdrawalTerms, {}, { signal }),
  }),
};
