import { useTranslations } from 'use-intl';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { returnAtEnd } from '#positions/promised-profit.ts';
import { PositionStatus } from '#positions/web/position-status.tsx';
import type { Investment } from '../contract.ts';
import styles from './investment-table.module.css';

export function InvestmentTable({ investments }: { investments: readonly Investment[] }) {
  const t = useTranslations('primevault.list');
  return <Table caption={t('title')} columns={useColumns()} rows={investments} rowKey={({ Id }) => Id} />;
}

function useColumns(): Column<Investment>[] {
  const t = useTranslations('primevault.list');
  const formatUsd = useUsd();
  return [
    { id: 'start', header: t('start'), place: 'title', cell: ({ Start }) => <DateTime value={Start} show="short" /> },
    { id: 'terms', header: t('terms'), place: 'under', cell: (investment) => <Terms investment={investment} /> },
    {
      id: 'status',
      header: t('status'),
      place: 'aside',
      cell: ({ Status }) => <PositionStatus product="primevault" status={Status} />,
    },
    {
      id: 'amount',
      header: t('amount'),
      place: 'main',
      align: 'end',
      cell: ({ Amount: usd }) => <Amount value={usd} />,
    },
    {
      id: 'profit',
      header: t('profit'),
      align: 'end',
      cell: ({ Id, Profit }) => (
        <ExplainedFigure figure="vault" of={Id} name={t('profit')}>
          <Amount value={Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
    {
      id: 'progress',
      header: t('progress'),
      cell: (investment) => (
        <Progress label={t('progressOf', { amount: formatUsd(investment.Amount) })} value={investment.Progress} />
      ),
    },
    { id: 'return', header: t('return'), align: 'end', cell: (investment) => <Return investment={investment} /> },
  ];
}

/** The return, and the code that raised it. */
function Terms({ investment }: { investment: Investment }) {
  const rate = usePercent()(investment.Rate);
  return investment.Promocode ? (
    <span className={styles.terms}>
      {rate}{' '}
      <bdi translate="no" className={styles.code}>
        {investment.Promocode}
      </bdi>
    </span>
  ) : (
    rate
  );
}

function Return({ investment }: { investment: Investment }) {
  const t = useTranslations('primevault.list');
  const percent = usePercent();
  return (
    <span className={styles.return}>
      <Amount value={returnAtEnd(investment.Amount, investment.Rate, investment.TaxRate)} />
      <span className={styles.when}>
        {t.rich('returnsOn', { date: () => <DateTime value={investment.End} show="short" /> })}
      </span>
      {investment.TaxRate !== undefined && (
        <span className={styles.when}>{t('afterTax', { rate: percent(investment.TaxRate) })}</span>
      )}
    </span>
  );
}
