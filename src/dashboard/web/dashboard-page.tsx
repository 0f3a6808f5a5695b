import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { UnconfirmedLook } from '#auth/web/unconfirmed-look.tsx';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { User } from '#profile/contract.ts';
import { profileQueries } from '#profile/web/data.ts';
import { dashboardQueries } from './data.ts';
import { Overview, type OverviewProps } from './overview.tsx';
import { UserId } from './user-id.tsx';
import { whenCalm } from '#platform/web/loading/calm.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { useInSlices } from '#platform/web/loading/use-in-slices.ts';
import { WhenCalm } from '#platform/web/loading/when-calm.tsx';

/** Nothing to most, who have confirmed their address long ago. */
const UnconfirmedNotice = later(whenCalm(part(() => import('#auth/web/unconfirmed-notice.tsx'))), 'UnconfirmedNotice');

/** How much there is, what it is doing, what can be done. */
export function DashboardPage({ LatestActivity }: Pick<OverviewProps, 'LatestActivity'>) {
  const t = useTranslations('dashboard');
  const queries = useQueryClient();
  const profile = useQuery(profileQueries.user);
  const report = useQuery(dashboardQueries.report);
  const user = useInSlices(profile.data);
  const isToConfirm = useWasUnconfirmed(user);
  // Neither the customer nor a figure: said once, and everything is asked for again. One that fails alone says so in its card.
  const failure = user || report.data ? null : profile.error && report.error;
  return (
    <>
      <PageHeader
        title={user ? t('hello', { name: user.Name }) : t('tab')}
        tab={t('tab')}
        lead={<UserId uuid={user?.Uuid} />}
      />
      {/* Put there as a whole when it is known whether there is something to confirm: nothing is pushed down by it. */}
      <Fragment key={isToConfirm ? 'unconfirmed' : 'confirmed'}>
        {isToConfirm && user ? (
          <Suspense fallback={<UnconfirmedLook email={user.Email} />}>
            <UnconfirmedNotice user={user} />
          </Suspense>
        ) : (
          <WhenCalm>
            <UnconfirmedNotice user={user} />
          </WhenCalm>
        )}
        {failure ? (
          <FailedState
            error={failure}
            onRetry={() => void queries.refetchQueries({ type: 'active' })}
            isRetrying={report.isFetching}
          />
        ) : (
          <Overview user={user} LatestActivity={LatestActivity} />
        )}
      </Fragment>
    </>
  );
}

/** Whether the address was still to be confirmed when it was first known who is in; what happens to it later moves nothing else. */
function useWasUnconfirmed(user: User | undefined): boolean {
  const [was, setWas] = useState<boolean | null>(null);
  if (user && was === null) setWas(!user.EmailConfirmed);
  return was ?? false;
}
