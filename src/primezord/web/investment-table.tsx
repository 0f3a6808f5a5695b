import { useTranslations } from 'use-intl';
import { shownSum } from '#money/shown.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Investment } from '../contract.ts';
import { InvestmentStatusBadge } from './investment-status.tsx';
import styles from './investment-table.module.css';

export function InvestmentTable({ investments }: { investments: readonly Investment[] }) {
  const t = useTranslations('primezord.list');
  return <Table caption={t('title')} columns={useColumns()} rows={investments} rowKey={({ Id }) => Id} />;
}

function useColumns(): Column<Investment>[] {
  const t = useTranslations('primezord.list');
  const formatUsd = useUsd();
  return [
    { id: 'date', header: t('date'), place: 'title', cell: (row) => <DateTime value={row.Date} /> },
    {
      id: 'status',
      header: t('status'),
      place: 'under',
      cell: ({ Status }) => <InvestmentStatusBadge status={Status} />,
    },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (row) => <Amount value={row.Amount} /> },
    {
      id: 'profit',
      header: t('profit'),
      place: 'aside',
      align: 'end',
      cell: ({ Id, Profit }) => (
        <ExplainedFigure figure="primezord" of={Id} name={t('profit')}>
          <Amount value={Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
    {
      id: 'progress',
      header: t('progress'),
      cell: (row) => <Progress label={t('progressOf', { amount: formatUsd(row.Amount) })} value={row.Progress} />,
    },
    { id: 'worth', header: t('worth'), align: 'end', cell: (row) => <Worth investment={row} /> },
  ];
}

/** What it gave back to the wallet, or what it would if it ended now, and when it does. */
function Worth({ investment }: { investment: Investment }) {
  const t = useTranslations('primezord.list');
  const date = () => <DateTime value={investment.End} />;
  return (
    <span className={styles.worth}>
      <Amount value={shownSum(investment.Amount, investment.Profit)} />
      <span className={styles.when}>
        {investment.Status === 'in_progress' ? t.rich('runsUntil', { date }) : t.rich('returnedOn', { date })}
      </span>
    </span>
  );
}
