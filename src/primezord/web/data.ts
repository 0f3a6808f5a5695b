import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import {
  depositToBot,
  investWithBot,
  listInvestments,
  readBotSettings,
  readBotWallet,
  reportBotOperations,
  subscribe,
  withdrawFromBot,
} from '../contract.ts';

/** An operation may come in while the page is looked at, and an investment ends by itself: read again this often. */
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

export function useSubscribe() {
  return useApiMutation(subscribe, useToasts('subscribed'));
}

export function useDepositToBot() {
  return useApiMutation(depositToBot, useToasts('deposited'));
}

export function useWithdrawFromBot() {
  return useApiMutation(withdrawFromBot, useToasts('withdrawn'));
}

export function useInvestWithBot() {
  return useApiMutation(investWithBot, useToasts('invested'));
}

/** Whatever fails here without words of the server's own is `Erro.` (Z3). */
function useToasts(done: 'subscribed' | 'deposited' | 'withdrawn' | 'invested') {
  const t = useTranslations('primezord.toasts');
  return { success: t(done), failed: t('failed'), unexpected: t('failed') };
}
