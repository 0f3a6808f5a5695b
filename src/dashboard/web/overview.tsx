import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, Fragment, Suspense, useState } from 'react';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { User } from '#profile/contract.ts';
import { profileQueries } from '#profile/web/data.ts';
import type { Stake } from '#stakes/contract.ts';
import { stakesQueries } from '#stakes/web/data.ts';
import type { Transfer } from '#wallet/contract.ts';
import { walletQueries } from '#wallet/web/data.ts';
import type { HomeReport } from '../contract.ts';
import { AffiliateCard } from './affiliate-card.tsx';
import { dashboardQueries } from './data.ts';
import { EquityCard } from './equity-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import { FiguresOutlines, OverviewOutlines } from './overview-outlines.tsx';
import styles from './overview.module.css';
import { WealthCard } from './wealth-card.tsx';
import { whenCalm } from '#platform/web/loading/calm.ts';
import { later } from '#platform/web/loading/later.tsx';
import { useFrameAfter } from '#platform/web/loading/use-frame-after.ts';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';

/** For newcomers alone. */
const FirstVisit = later(whenCalm(withLazyMessages(() => import('#catalog/web/first-visit.tsx'))), 'FirstVisit');

export interface LatestActivityProps {
  stakes: UseQueryResult<Stake[]>;
  deposits: UseQueryResult<Transfer[]>;
}

export interface OverviewProps {
  user: User | undefined;
  /** What has happened lately: app knows which products have something to show there. */
  LatestActivity: ComponentType<LatestActivityProps>;
}

/** Nothing was ever at work: every count and every sum is zero. */
function isUntouched(report: HomeReport): boolean {
  return Object.values(report).every((figure) => typeof figure !== 'number' || figure === 0);
}

/** There, or not to be had at the first attempt: what goes on trying does so in its own card. */
function isAnswered({ isPending, failureCount }: Pick<UseQueryResult, 'isPending' | 'failureCount'>): boolean {
  return !isPending || failureCount > 0;
}

/** Whether it was so once: what is asked again does not take away what is shown. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(false);
  if (isSo && !was) setWas(true);
  return was || isSo;
}

/** Everything at a glance; to who has never had anything at work, what there is and the way to it (G1). */
export function Overview({ user, LatestActivity }: OverviewProps) {
  const stakes = useQuery(stakesQueries.latest);
  const deposits = useQuery(walletQueries.latest);
  const profile = useQuery(profileQueries.user);
  const report = useQuery(dashboardQueries.report);
  const equity = useQuery(dashboardQueries.equity());
  const isUsed = (stakes.data?.length ?? 0) > 0 || (report.data !== undefined && !isUntouched(report.data));
  // What decides what stands here is waited for, and all of it put in the place of the outlines at once: what has been seen does not move.
  const isDecided = useOnce([profile, report, equity, ...(isUsed ? [] : [stakes, deposits])].every(isAnswered));
  // Drawn in slices, so that a slow phone answers to a touch meanwhile, and in two frames, after who it is; the outlines stay until it is done.
  const isDrawn = useFrameAfter(isDecided && (user !== undefined || profile.data === undefined));
  const isAllDrawn = useFrameAfter(isDrawn);
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
          {isAllDrawn ? (
            <>
              {!isNew && <FiguresCard />}
              {user && <AffiliateCard code={user.Code} isNewcomer={isNew} />}
            </>
          ) : (
            <FiguresOutlines />
          )}
        </div>
      </div>
      {isAllDrawn && !hasNothing && (
        <Suspense fallback={<SkeletonRows />}>
          <LatestActivity stakes={stakes} deposits={deposits} />
        </Suspense>
      )}
    </Fragment>
  );
}

/** As high as the screen: on a phone what comes after it is not seen before it is in its place. */
function Arriving() {
  return (
    <div className={styles.arriving}>
      <SkeletonRows rows={6} />
    </div>
  );
}
