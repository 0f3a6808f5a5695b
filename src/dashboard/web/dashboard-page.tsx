import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { profileQueries } from '#profile/web/data.ts';
import { dashboardQueries } from './data.ts';
import { Overview, type OverviewProps } from './overview.tsx';
import { UserId } from './user-id.tsx';
import { whenCalm } from '#platform/web/loading/calm.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';

/** Nothing to most, who have confirmed their address long ago. */
const UnconfirmedNotice = later(whenCalm(part(() => import('#auth/web/unconfirmed-notice.tsx'))), 'UnconfirmedNotice');

/** How much there is, what it is doing, what can be done. */
export function DashboardPage({ LatestActivity }: Pick<OverviewProps, 'LatestActivity'>) {
  const t = useTranslations('dashboard');
  const queries = useQueryClient();
  const profile = useQuery(profileQueries.user);
  const report = useQuery(dashboardQueries.report);
  const user = profile.data;
  // Neither the customer nor a figure: said once, and everything is asked for again. One that fails alone says so in its card.
  const failure = user || report.data ? null : profile.error && report.error;
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
      {failure ? (
        <FailedState
          error={failure}
          onRetry={() => void queries.refetchQueries({ type: 'active' })}
          isRetrying={report.isFetching}
        />
      ) : (
        <Overview user={user} LatestActivity={LatestActivity} />
      )}
    </>
  );
}
