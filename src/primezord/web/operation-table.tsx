import { useFormatter, useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import type { Operation } from '#payouts/contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import styles from './operation-table.module.css';

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

/** The asset and its pair; and that it never happened, where it did not. */
function Traded({ operation }: { operation: Operation }) {
  const t = useTranslations('primezord.operations');
  return (
    <span className={styles.traded}>
      <bdi>{operation.Asset}</bdi>
      <bdi className={styles.pair}>{operation.Pair}</bdi>
      {operation.Source === 'sandbox' && <span className={styles.sandbox}>{t('sandbox')}</span>}
    </span>
  );
}

/** In percent, to its last digit; the sign says whether it won. */
function Payout({ value }: { value: number }) {
  const format = useFormatter();
  const shape = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;
  return <span className={styles.payout}>{format.number(value / 100, { ...shape, signDisplay: 'exceptZero' })}</span>;
}
