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
import { AfterFirstScreen, loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { useInSlices } from '#platform/web/loading/use-in-slices.ts';

/** Lazy: most customers confirmed their address long ago. */
const UnconfirmedNotice = later(
  loadAfterFirstScreen(part(() => import('#auth/web/unconfirmed-notice.tsx'))),
  'UnconfirmedNotice',
);

/** The customer's money, where it is, and what can be done with it. */
export function DashboardPage({ LatestActivity }: Pick<OverviewProps, 'LatestActivity'>) {
  const t = useTranslations('dashboard');
  const queries = useQueryClient();
  const profile = useQuery(profileQueries.user);
  const report = useQuery(dashboardQueries.report);
  const user = useInSlices(profile.data);
  const isToConfirm = useWasUnconfirmed(user);
  // If both the customer and the figures fail, one message is shown and everything is refetched. A single failure is shown in its own card.
  const failure = user || report.data ? null : profile.error && report.error;
  return (
    <>
      <PageHeader
        title={user ? t('hello', { name: user.Name }) : t('tab')}
        tab={t('tab')}
        lead={<UserId uuid={user?.Uuid} />}
      />
      {/* Mounted as a whole once it is known whether there is an address to confirm, so that nothing is pushed down. */}
      <Fragment key={isToConfirm ? 'unconfirmed' : 'confirmed'}>
        {isToConfirm && user ? (
          <Suspense fallback={<UnconfirmedLook email={user.Email} />}>
            <UnconfirmedNotice user={user} />
          </Suspense>
        ) : (
          <AfterFirstScreen>
            <UnconfirmedNotice user={user} />
          </AfterFirstScreen>
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

/** Whether the address was unconfirmed when the user first loaded. Later changes do not alter the layout. */
function useWasUnconfirmed(user: User | undefined): boolean {
  const [was, setWas] = useState<boolean | null>(null);
  if (user && was === null) setWas(!user.EmailConfirmed);
  return was ?? false;
}
