import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { noteAnnouncedHere } from '#platform/web/live/announced-here.ts';
import { readAgain } from '#platform/web/read-again.ts';
import { readSession } from '#platform/web/session.ts';
import { showToast } from '#platform/web/ui/toasts.ts';
import type { Transfer } from '../contract.ts';
import { walletQueries } from './data.ts';
import { isOnItsWay } from './latest-deposits.ts';

const soonMs = 1_000;
const laterMs = 5_000;
const isSoonForMs = 30_000;

/** Transfers whose steps are visible: the steps show why one was refused, and no toast repeats it. */
const inSight = new Set<string>();

export function useInSight(id: string): void {
  useEffect(() => {
    inSight.add(id);
    return () => void inSight.delete(id);
  }, [id]);
}

/**
 * Polls a transfer until the brokerage has given its final answer, then shows a toast with the outcome (F6) and refetches every figure. Continues after the dialog is closed, and ends only with the session.
 */
function useFollow(
  query: typeof walletQueries.deposits,
  said: { done: string; failed: string },
): (sent: Transfer) => void {
  const client = useQueryClient();
  return ({ Id }) => {
    const since = Date.now();
    noteAnnouncedHere(Id);
    const { visit } = readSession();
    const observer = new QueryObserver(client, {
      ...query,
      staleTime: 0,
      refetchInterval: () => (Date.now() - since < isSoonForMs ? soonMs : laterMs),
    });
    const stop = observer.subscribe(({ data }) => {
      if (readSession().visit !== visit) return stop();
      const now = data?.find((transfer) => transfer.Id === Id);
      if (!now || isOnItsWay(now)) return;
      stop();
      if (now.Status === 'complete') showToast('success', said.done);
      else if (!inSight.has(Id)) showToast('danger', now.Notes || said.failed);
      void readAgain(client, { affects: 'figures' });
    });
  };
}

export function useFollowDeposit(): (deposit: Transfer) => void {
  const t = useTranslations('wallet.toasts');
  return useFollow(walletQueries.deposits, { done: t('done'), failed: t('failed') });
}

export function useFollowWithdrawal(): (withdrawal: Transfer) => void {
  const t = useTranslations('wallet.withdraw.toasts');
  return useFollow(walletQueries.withdrawals, { done: t('done'), failed: t('failed') });
}
