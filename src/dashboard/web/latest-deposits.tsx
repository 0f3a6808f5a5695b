import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconWallet } from '#platform/web/ui/icons-later.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Transfer } from '#wallet/contract.ts';
import { TransferStatusBadge } from '#wallet/web/transfer-status.tsx';
import { useSettled } from '#wallet/web/use-settled.ts';

/** The latest deposits from the brokerage, and their state. */
export function LatestDeposits({ query }: { query: UseQueryResult<Transfer[]> }) {
  const t = useTranslations('dashboard.latestDeposits');
  return (
    <Card title={t('title')} all={['/history?tab=deposits', t('all')]}>
      <QueryView
        query={query}
        waiting={<SkeletonRows />}
        isEmpty={(deposits) => deposits.length === 0}
        empty={<EmptyState icon={<IconWallet size={24} />} text={t('empty')} />}
      >
        {(deposits) => <Deposits deposits={deposits} />}
      </QueryView>
    </Card>
  );
}

function Deposits({ deposits }: { deposits: Transfer[] }) {
  const t = useTranslations('dashboard.latestDeposits');
  const settled = useSettled();
  const columns: Column<Transfer>[] = [
    { id: 'date', header: t('date'), place: 'title', cell: (row) => <DateTime value={row.Date} /> },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (row) => <Amount value={row.Amount} /> },
    { id: 'paid', header: t('paid'), place: 'under', cell: (row) => settled(row.Net, row.Currency) },
    { id: 'status', header: t('status'), place: 'aside', cell: (row) => <TransferStatusBadge status={row.Status} /> },
  ];
  return <Table caption={t('title')} columns={columns} rows={deposits} rowKey={(row) => row.Id} />;
}
