import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { User } from '#profile/contract.ts';
import type { Stake } from '#stakes/contract.ts';
import { stakesQueries } from '#stakes/web/data.ts';
import type { Transfer } from '#wallet/contract.ts';
import { walletQueries } from '#wallet/web/data.ts';
import { AffiliateCard } from './affiliate-card.tsx';
import { EquityCard } from './equity-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import styles from './overview.module.css';
import { WealthCard } from './wealth-card.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';

/** For newcomers alone. */
const FirstSteps = later(
  part(() => import('./first-steps.tsx')),
  'FirstSteps',
);

export interface LatestActivityProps {
  stakes: UseQueryResult<Stake[]>;
  deposits: UseQueryResult<Transfer[]>;
}

export interface OverviewProps {
  user: User | undefined;
  /** What has happened lately: app knows which products have something to show there. */
  LatestActivity: ComponentType<LatestActivityProps>;
}

/** Everything at a glance; to who has no stake yet, the way to the first one. */
export function Overview({ user, LatestActivity }: OverviewProps) {
  const stakes = useQuery(stakesQueries.latest);
  const deposits = useQuery(walletQueries.latest);
  const isNew = stakes.data?.length === 0;
  const hasNothing = isNew && deposits.data?.length === 0;
  return (
    <>
      <div className={styles.first}>
        <div className={styles.lead}>
          <WealthCard user={user} />
          {isNew && (
            <Suspense fallback={<SkeletonRows />}>
              <FirstSteps balance={user?.Balance} />
            </Suspense>
          )}
          <EquityCard />
        </div>
        <div className={styles.aside}>
          <FiguresCard />
          {user && <AffiliateCard code={user.Code} />}
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
