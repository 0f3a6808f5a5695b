import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import type { ReportedOperation } from '#operations/contract.ts';
import { operationsQueries } from '#operations/web/data.ts';
import { Traded } from '#payouts/web/traded.tsx';
import { useInSlices } from '#platform/web/loading/use-in-slices.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { withData } from '#platform/web/ui/with-data.ts';

/** The desk's latest operations with the customer's money: date, pair, profit (D4). */
export function LatestOperations() {
  const t = useTranslations('dashboard.latestOperations');
  const query = useQuery(operationsQueries.latest);
  const data = useInSlices(query.data);
  return (
    <Card title={t('title')} all={['/operations', t('all')]}>
      <QueryView
        query={withData(query, data)}
        waiting={<SkeletonRows />}
        isEmpty={(operations) => operations.length === 0}
        empty={<EmptyState icon={<IconOperations size={24} />} text={t('empty')} />}
      >
        {(operations) => <Operations operations={operations} />}
      </QueryView>
    </Card>
  );
}

function Operations({ operations }: { operations: ReportedOperation[] }) {
  const t = useTranslations('dashboard.latestOperations');
  const columns: Column<ReportedOperation>[] = [
    { id: 'date', header: t('date'), place: 'under', cell: (row) => <DateTime value={row.Date} show="minute" /> },
    { id: 'pair', header: t('pair'), place: 'title', cell: (operation) => <Traded operation={operation} /> },
    {
      id: 'profit',
      header: t('profit'),
      place: 'main',
      align: 'end',
      cell: ({ Profit }) => <Amount value={Profit} tone="change" />,
    },
  ];
  return <Table caption={t('title')} columns={columns} rows={operations} rowKey={({ Id }) => Id} />;
}
