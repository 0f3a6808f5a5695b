import { useTranslations } from 'use-intl';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { PositionStatus } from '#positions/web/position-status.tsx';
import type { Stake } from '../contract.ts';
import { returnOf } from './stake-return.ts';
import styles from './stake-table.module.css';

interface StakeTableProps {
  stakes: readonly Stake[];
  onCancel: (id: string) => void;
}

export function StakeTable({ stakes, onCancel }: StakeTableProps) {
  const t = useTranslations('stakes.list');
  return <Table caption={t('title')} columns={useColumns(onCancel)} rows={stakes} rowKey={(stake) => stake.Id} />;
}

function useColumns(onCancel: (id: string) => void): Column<Stake>[] {
  const t = useTranslations('stakes.list');
  const days = useTranslations('stakes');
  const formatUsd = useUsd();
  return [
    { id: 'start', header: t('start'), place: 'title', cell: (stake) => <DateTime value={stake.Start} /> },
    { id: 'duration', header: t('duration'), place: 'under', cell: (stake) => days('days', { days: stake.Days }) },
    {
      id: 'status',
      header: t('status'),
      place: 'aside',
      cell: (stake) => <PositionStatus product="stake" status={stake.Status} />,
    },
    {
      id: 'amount',
      header: t('amount'),
      place: 'main',
      align: 'end',
      cell: (stake) => <Amount value={stake.Amount} />,
    },
    {
      id: 'profit',
      header: t('profit'),
      align: 'end',
      cell: (stake) => (
        <ExplainedFigure figure="stake" of={stake.Id} name={t('profit')}>
          <Amount value={stake.Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
    {
      id: 'progress',
      header: t('progress'),
      cell: (stake) => <Progress label={t('progressOf', { amount: formatUsd(stake.Amount) })} value={stake.Progress} />,
    },
    { id: 'return', header: t('return'), align: 'end', cell: (stake) => <Return stake={stake} /> },
    {
      id: 'action',
      header: t('action'),
      place: 'action',
      cell: (stake) => stake.Status === 'in_progress' && <CancelButton stake={stake} onCancel={onCancel} />,
    },
  ];
}

function Return({ stake }: { stake: Stake }) {
  const t = useTranslations('stakes.list');
  const percent = usePercent();
  return (
    <span className={styles.return}>
      <Amount value={returnOf(stake)} />
      <span className={styles.when}>
        {stake.Status === 'canceled'
          ? t('returned')
          : t.rich('returnsOn', { date: () => <DateTime value={stake.End} /> })}
      </span>
      {stake.TaxRate !== undefined && stake.Status !== 'canceled' && (
        <span className={styles.when}>{t('afterTax', { rate: percent(stake.TaxRate) })}</span>
      )}
    </span>
  );
}

function CancelButton({ stake, onCancel }: { stake: Stake; onCancel: (id: string) => void }) {
  const t = useTranslations('stakes.list');
  const label = t('cancelThis', { amount: useUsd()(stake.Amount) });
  return (
    <Button size="small" aria-label={label} onClick={() => onCancel(stake.Id)}>
      {t('cancel')}
    </Button>
  );
}
