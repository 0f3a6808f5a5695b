import { useTranslations } from 'use-intl';
import { shownSum } from '#money/shown.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Licence } from '../contract.ts';
import { LicenceStatusBadge } from './licence-status.tsx';
import styles from './licence-table.module.css';

export function LicenceTable({ licences }: { licences: readonly Licence[] }) {
  const t = useTranslations('copytrade.list');
  return <Table caption={t('title')} columns={useColumns()} rows={licences} rowKey={({ Id }) => Id} />;
}

function useColumns(): Column<Licence>[] {
  const t = useTranslations('copytrade.list');
  const formatUsd = useUsd();
  return [
    { id: 'start', header: t('start'), place: 'title', cell: ({ Start }) => <DateTime value={Start} /> },
    { id: 'status', header: t('status'), place: 'under', cell: ({ Status }) => <LicenceStatusBadge status={Status} /> },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (row) => <Amount value={row.Amount} /> },
    {
      id: 'profit',
      header: t('profit'),
      place: 'aside',
      align: 'end',
      cell: ({ Id, Profit }) => (
        <ExplainedFigure figure="copytrade" of={Id} name={t('profit')}>
          <Amount value={Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
    {
      id: 'progress',
      header: t('progress'),
      cell: (row) => <Progress label={t('progressOf', { amount: formatUsd(row.Amount) })} value={row.Progress} />,
    },
    { id: 'worth', header: t('worth'), align: 'end', cell: (row) => <Worth licence={row} /> },
  ];
}

/** What it gives back: what it did, or what it would if it ended now. */
function Worth({ licence }: { licence: Licence }) {
  const t = useTranslations('copytrade.list');
  const date = () => <DateTime value={licence.End} />;
  return (
    <span className={styles.worth}>
      <Amount value={shownSum(licence.Amount, licence.Profit)} />
      <span className={styles.when}>
        {licence.Status === 'active' ? t.rich('runsUntil', { date }) : t.rich('returnedOn', { date })}
      </span>
    </span>
  );
}
