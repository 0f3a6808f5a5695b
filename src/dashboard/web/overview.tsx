import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, Fragment, Suspense, useDeferredValue, useState } from 'react';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { User } from '#profile/contract.ts';
import { profileQueries } from '#profile/web/data.ts';
import type { Stake } from '#stakes/contract.ts';
import { stakesQueries } from '#stakes/web/data.ts';
import type { Transfer } from '#wallet/contract.ts';
import { latestDeposits } from '#wallet/web/latest-deposits.ts';
import type { HomeReport } from '../contract.ts';
import { AffiliateCard } from './affiliate-card.tsx';
import { dashboardQueries } from './data.ts';
import { EquityCard } from './equity-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import { OverviewOutlines } from './overview-outlines.tsx';
import styles from './overview.module.css';
import { WealthCard } from './wealth-card.tsx';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';

/** For newcomers only. */
const FirstVisit = later(
  loadAfterFirstScreen(withLazyMessages(() => import('#catalog/web/first-visit.tsx'))),
  'FirstVisit',
);

export interface LatestActivityProps {
  stakes: UseQueryResult<Stake[]>;
  deposits: UseQueryResult<Transfer[]>;
}

export interface OverviewProps {
  user: User | undefined;
  /** Recent activity; injected by app, which knows which products have something to show there. */
  LatestActivity: ComponentType<LatestActivityProps>;
}

/** True if nothing was ever invested: every count and every sum is zero. */
function isUntouched(report: HomeReport): boolean {
  return Object.values(report).every((figure) => typeof figure !== 'number' || figure === 0);
}

/** Loaded, or failed at the first attempt; a query that is still retrying says so in its own card. */
function isAnswered({ isPending, failureCount }: Pick<UseQueryResult, 'isPending' | 'failureCount'>): boolean {
  return !isPending || failureCount > 0;
}

/** Whether it was ever true, so that a refetch does not hide what is already shown. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(false);
  if (isSo && !was) setWas(true);
  return was || isSo;
}

/** Everything at a glance; for customers who never invested, the products and how to begin (G1). */
export function Overview({ user, LatestActivity }: OverviewProps) {
  const stakes = useQuery(stakesQueries.latest);
  const deposits = useQuery(latestDeposits);
  const profile = useQuery(profileQueries.user);
  const report = useQuery(dashboardQueries.report);
  const equity = useQuery(dashboardQueries.equity());
  const isUsed = (stakes.data?.length ?? 0) > 0 || (report.data !== undefined && !isUntouched(report.data));
  // Waits for every query that decides the layout, then replaces the skeletons in one step, so that nothing visible moves.
  const isDecided = useOnce([profile, report, equity, ...(isUsed ? [] : [stakes, deposits])].every(isAnswered));
  // Rendered in slices, so that a slow phone still responds to touch; the skeletons stay until it is done.
  const isDrawn = useDeferredValue(isDecided && (user !== undefined || profile.data === undefined));
  if (!isDrawn) return <OverviewOutlines />;
  const isNew = !isUsed && stakes.data !== undefined && report.data !== undefined;
  const hasNothing = isNew && deposits.data?.length === 0;
  return (
    <Fragment key={hasNothing ? 'nothing' : isNew ? 'unused' : 'used'}>
      <div className={styles.first}>
        <div className={styles.lead}>
          {!hasNothing && <WealthCard user={user} />}
          {isNew && (
            <Suspense fallback={<Arriving />}>
              <FirstVisit balance={user?.Balance} />
            </Suspense>
          )}
          {!hasNothing && <EquityCard />}
        </div>
        <div className={styles.aside}>
          {!isNew && <FiguresCard />}
          {user && <AffiliateCard code={user.Code} isNewcomer={isNew} />}
        </div>
      </div>
      {!hasNothing && (
        <Suspense fallback={<SkeletonRows />}>
          <LatestActivity stakes={stakes} deposits={deposits} />
        </Suspense>
      )}
    </Fragment>
  );
}

/** As high as the screen, so that on a phone the content after it stays out of sight until it is in place. */
function Arriving() {
  return (
    <div className={styles.arriving}>
      <SkeletonRows rows={6} />
    </div>
  );
}
