import type { UseQueryResult } from '@tanstack/react-query';
import type { Stake } from '#stakes/contract.ts';
import type { Transfer } from '#wallet/contract.ts';
import styles from './latest-activity.module.css';
import { LatestCopies } from './latest-copies.tsx';
import { LatestOperations } from './latest-operations.tsx';
import { LatestStakes } from './latest-stakes.tsx';
import { LatestDeposits } from './latest-deposits.tsx';

interface LatestActivityProps {
  stakes: UseQueryResult<Stake[]>;
  deposits: UseQueryResult<Transfer[]>;
}

/** What has happened lately, below the figures. */
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
