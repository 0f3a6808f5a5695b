import { useTranslations } from 'use-intl';
import { Traded } from '#payouts/web/traded.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { ExplainedOperation } from '../contract.ts';
import { useExactPercent } from './exact-terms.ts';
import { SomeRows } from './some-rows.tsx';

interface OperationTableProps {
  operations: readonly ExplainedOperation[];
  isWaiting: boolean;
}

export function OperationTable({ operations, isWaiting }: OperationTableProps) {
  const t = useTranslations('explanations.operations');
  const percent = useExactPercent();
  const columns: Column<ExplainedOperation>[] = [
    { id: 'opened', header: t('opened'), cell: (row) => <DateTime value={row.Opened} show="minute" /> },
    { id: 'date', header: t('date'), place: 'title', cell: (row) => <DateTime value={row.Date} show="minute" /> },
    { id: 'pair', header: t('pair'), place: 'under', cell: (row) => <Traded operation={row} /> },
    { id: 'payout', header: t('payout'), place: 'main', align: 'end', cell: ({ Payout }) => percent(Payout) },
  ];
  return (
    <SomeRows rows={operations} isWaiting={isWaiting} empty={t('empty')}>
      {(rows) => <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </SomeRows>
  );
}
