import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { User } from '#profile/contract.ts';
import type { Stake } from '#stakes/contract.ts';
import { stakesQueries } from '#stakes/web/data.ts';
import type { Transfer } from '#wallet/contract.ts';
import { walletQueries } from '#wallet/web/data.ts';
import type { HomeReport } from '../contract.ts';
import { AffiliateCard } from './affiliate-card.tsx';
import { dashboardQueries } from './data.ts';
import { EquityCard } from './equity-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import styles from './overview.module.css';
import { WealthCard } from './wealth-card.tsx';
import { whenCalm } from '#platform/web/loading/calm.ts';
import { later } from '#platform/web/loading/later.tsx';
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

/** Everything at a glance; to who has never had anything at work, what there is and the way to it (G1). */
export function Overview({ user, LatestActivity }: OverviewProps) {
  const stakes = useQuery(stakesQueries.latest);
  const deposits = useQuery(walletQueries.latest);
  const report = useQuery(dashboardQueries.report);
  const isNew = stakes.data?.length === 0 && report.data !== undefined && isUntouched(report.data);
  const hasNothing = isNew && deposits.data?.length === 0;
  return (
    <>
      <div className={styles.first}>
        <div className={styles.lead}>
          {!hasNothing && <WealthCard user={user} />}
          {isNew && (
            <Suspense fallback={<SkeletonRows />}>
              <FirstVisit balance={user?.Balance} />
            </Suspense>
          )}
          <EquityCard />
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
    </>
  );
}
