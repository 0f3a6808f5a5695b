import type { ComponentType } from 'react';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { PageFailure, ScreenFailure } from './shell/screen-failure.tsx';

/**
 * Each screen is a separate file, fetched when it is opened or about to be, except the login and the dashboard, which come with the common
 * files. All but the pages for getting in load the lazy messages too.
 */
export { LoginPage } from '#auth/web/login-page.tsx';

export const loadCopytrade = withLazyMessages(() => import('#copytrade/web/copytrade-page.tsx'));
export const loadExplanation = withLazyMessages(() => import('#explanations/web/explanation-page.tsx'));
export const loadHelp = withLazyMessages(() => import('#help/web/help-page.tsx'));
export const loadHistory = withLazyMessages(() => import('./history-screen.tsx'));
export const loadMaturities = withLazyMessages(() => import('#maturities/web/maturities-page.tsx'));
export const loadNetwork = withLazyMessages(() => import('./network-screen.tsx'));
export const loadNotices = withLazyMessages(() => import('#notices/web/notices-page.tsx'));
export const loadOperations = withLazyMessages(() => import('#operations/web/operations-page.tsx'));
export const loadPrimevault = withLazyMessages(() => import('#primevault/web/primevault-page.tsx'));
export const loadPrimezord = withLazyMessages(() => import('./primezord-screen.tsx'));
export const loadProducts = withLazyMessages(() => import('#catalog/web/products-page.tsx'));
export const loadProfile = withLazyMessages(() => import('./profile-screen.tsx'));
export const loadStakes = withLazyMessages(() => import('#stakes/web/stakes-page.tsx'));

export const CopytradePage = screen(loadCopytrade, 'CopytradePage');
export const ExplanationPage = screen(loadExplanation, 'ExplanationPage');
export const HelpPage = screen(loadHelp, 'HelpPage');
export const HistoryScreen = screen(loadHistory, 'HistoryScreen');
export const MaturitiesPage = screen(loadMaturities, 'MaturitiesPage');
export const NetworkScreen = screen(loadNetwork, 'NetworkScreen');
export const NoticesPage = screen(loadNotices, 'NoticesPage');
export const OperationsPage = screen(loadOperations, 'OperationsPage');
export const PrimevaultPage = screen(loadPrimevault, 'PrimevaultPage');
export const PrimezordScreen = screen(loadPrimezord, 'PrimezordScreen');
export const ProductsPage = screen(loadProducts, 'ProductsPage');
export const ProfileScreen = screen(loadProfile, 'ProfileScreen');
export const StakesPage = screen(loadStakes, 'StakesPage');
export const LostKeyScreen = outside(
  withLazyMessages(() => import('./lost-key-screen.tsx')),
  'LostKeyScreen',
);
/** Only for customers whose account the operator opened, once. */
export const OwingFrame = screen(
  withLazyMessages(() => import('./shell/owing-frame.tsx')),
  'OwingFrame',
);
export const RegisterPage = outside(
  part(() => import('#auth/web/register-page.tsx')),
  'RegisterPage',
);
export const RecoverPage = outside(
  part(() => import('#auth/web/recover-page.tsx')),
  'RecoverPage',
);
export const ResetPage = outside(
  part(() => import('#auth/web/reset-page.tsx')),
  'ResetPage',
);
export const ConfirmPage = outside(
  part(() => import('#auth/web/confirm-page.tsx')),
  'ConfirmPage',
);
export const NotFoundPage = outside(
  part(() => import('./not-found-page.tsx')),
  'NotFoundPage',
);

function screen<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return later(load, name, ScreenFailure);
}

/** A page without a frame around it. Its props are unchanged. */
function outside<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return later(load, name, PageFailure);
}
