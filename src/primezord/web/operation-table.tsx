import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import type { Operation } from '#payouts/contract.ts';
import { Payout } from '#payouts/web/payout.tsx';
import { Traded } from '#payouts/web/traded.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';

export function OperationTable({ operations }: { operations: readonly Operation[] }) {
  const t = useTranslations('primezord.operations');
  const columns: Column<Operation>[] = [
    { id: 'date', header: t('date'), place: 'title', cell: (row) => <DateTime value={row.Date} show="minute" /> },
    { id: 'pair', header: t('pair'), place: 'under', cell: (operation) => <Traded operation={operation} /> },
    { id: 'payout', header: t('payout'), place: 'aside', align: 'end', cell: (row) => <Payout value={row.Payout} /> },
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
