import { DashboardPage } from '#dashboard/web/dashboard-page.tsx';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';

/** Below the first screenful: fetched after the content above it. */
const LatestActivity = later(
  loadAfterFirstScreen(withLazyMessages(() => import('./latest-activity.tsx'))),
  'LatestActivity',
);

/** The dashboard, with the products' own contributions to it. */
export function DashboardScreen() {
  return <DashboardPage LatestActivity={LatestActivity} />;
}
