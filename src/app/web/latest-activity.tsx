import { useQuery } from '@tanstack/react-query';
import { copytradeQueries } from '#copytrade/web/data.ts';
import { LatestDeposits } from '#dashboard/web/latest-deposits.tsx';
import { LatestOperations } from '#dashboard/web/latest-operations.tsx';
import type { LatestActivityProps } from '#dashboard/web/overview.tsx';
import { LatestPositions } from '#positions/web/latest-positions.tsx';
import styles from './latest-activity.module.css';

/** Recent activity below the figures: one piece per product, in the order of D4. */
export function LatestActivity({ stakes, deposits }: LatestActivityProps) {
  return (
    <div className={styles.pair}>
      <LatestPositions product="stake" query={stakes} />
      <LatestPositions product="copytrade" query={useQuery(copytradeQueries.latest)} />
      <LatestOperations />
      <LatestDeposits query={deposits} />
    </div>
  );
}
