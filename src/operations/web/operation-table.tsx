import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { LongTable, type MoreRows } from '#platform/web/ui/long-table.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import type { ReportedOperation } from '../contract.ts';
import { Payout } from '#payouts/web/payout.tsx';
import { Traded } from '#payouts/web/traded.tsx';

interface OperationTableProps {
  operations: readonly ReportedOperation[];
  more: MoreRows;
}

export function OperationTable({ operations, more }: OperationTableProps) {
  const t = useTranslations('operations');
  const columns: Column<ReportedOperation>[] = [
    {
      id: 'date',
      header: t('list.date'),
      place: 'title',
      cell: ({ Date }) => <DateTime value={Date} show="minute" />,
    },
    { id: 'asset', header: t('list.asset'), place: 'under', cell: (operation) => <Traded operation={operation} /> },
    { id: 'product', header: t('list.product'), cell: ({ Product }) => t(`product.${Product}`) },
    {
      id: 'payout',
      header: t('list.payout'),
      place: 'main',
      align: 'end',
      cell: ({ Payout: value }) => <Payout value={value} />,
    },
    {
      id: 'profit',
      header: t('list.profit'),
      place: 'aside',
      align: 'end',
      cell: ({ Profit }) => <Amount value={Profit} tone="change" />,
    },
  ];
  return (
    <LongTable caption={t('list.title')} columns={columns} rows={operations} rowKey={({ Id }) => Id} more={more} />
  );
}
