import { LatestCopies } from '#copytrade/web/latest-copies.tsx';
import { LatestDeposits } from '#dashboard/web/latest-deposits.tsx';
import { LatestOperations } from '#dashboard/web/latest-operations.tsx';
import type { LatestActivityProps } from '#dashboard/web/overview.tsx';
import { LatestStakes } from '#stakes/web/latest-stakes.tsx';
import styles from './latest-activity.module.css';

/** What has happened lately, below the figures: each product's own piece, in the order that D4 has. */
export function LatestActivity({ stakes, deposits }: LatestActivityProps) {
  return (
    <div className={styles.pair}>
      <LatestStakes query={stakes} />
      <LatestCopies />
      <LatestOperations />
      <LatestDeposits query={deposits} />
    </div>
  );
}
