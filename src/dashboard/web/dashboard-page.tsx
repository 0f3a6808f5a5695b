import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { profileQueries } from '#profile/web/data.ts';
import { dashboardQueries } from './data.ts';
import { Overview } from './overview.tsx';
import { UserId } from './user-id.tsx';

/** Nothing to most, who have confirmed their address long ago. */
const UnconfirmedNotice = lazy(() =>
  import('#auth/web/unconfirmed-notice.tsx').then((module) => ({ default: module.UnconfirmedNotice })),
);

/** How much there is, what it is doing, what can be done. */
export function DashboardPage() {
  const t = useTranslations('dashboard');
  const queries = useQueryClient();
  const { data: user } = useQuery(profileQueries.user);
  const report = useQuery(dashboardQueries.report);
  return (
    <>
      <PageHeader
        title={user ? t('hello', { name: user.Name }) : t('tab')}
        tab={t('tab')}
        lead={user && <UserId uuid={user.Uuid} />}
      />
      <Suspense fallback={null}>
        <UnconfirmedNotice user={user} />
      </Suspense>
      {report.error && !report.data ? (
        // Without the figures there is nothing to look at: said once, and everything is asked for again.
        <FailedState
          error={report.error}
          onRetry={() => void queries.refetchQueries({ type: 'active' })}
          isRetrying={report.isFetching}
        />
      ) : (
        <Overview user={user} />
      )}
    </>
  );
}
