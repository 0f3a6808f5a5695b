import type { QueryClient } from '@tanstack/react-query';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { preloadDialog } from '#platform/web/ui/dialog.tsx';
import { prefetch } from '#platform/web/loading/part.ts';
import { stakesQueries } from '#stakes/web/data.ts';

/** Each dialog that any screen can open is a separate file, fetched when it is opened or about to be. */
export const loadNewStake = withLazyMessages(() => import('#stakes/web/new-stake-dialog.tsx'));
export const loadNewLicence = withLazyMessages(() => import('#copytrade/web/new-licence-dialog.tsx'));
export const loadNewInvestment = withLazyMessages(() => import('#primevault/web/new-investment-dialog.tsx'));
export const loadDeposit = withLazyMessages(() => import('#wallet/web/deposit-dialog.tsx'));
export const loadWithdraw = withLazyMessages(() => import('./shell/withdrawal.tsx'));
export const loadBotSubscription = withLazyMessages(() => import('./shell/bot-subscription.tsx'));

export const loadBell = loadAfterFirstScreen(withLazyMessages(() => import('#notices/web/bell.tsx')));

/** Also prefetches the offer, which the dialog cannot start without. */
export function prefetchNewStake(queries: QueryClient): void {
  preloadDialog();
  prefetch(loadNewStake, () => queries.prefetchQuery(stakesQueries.offer));
}

export const prefetchNewLicence = prefetchOf(loadNewLicence);
export const prefetchDeposit = prefetchOf(loadDeposit);
export const prefetchWithdraw = prefetchOf(loadWithdraw);

function prefetchOf(load: () => Promise<unknown>): () => void {
  return () => {
    preloadDialog();
    prefetch(load);
  };
}
