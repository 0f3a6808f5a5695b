import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { shownDifference } from '#money/shown.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { HomeReport } from '../contract.ts';
import { dashboardQueries } from './data.ts';
import styles from './figures-card.module.css';

/** What has been earned, what of it has been paid, and what is at work in which product (D1, D3). */
export function FiguresCard() {
  const t = useTranslations('dashboard.figures');
  const report = useQuery(dashboardQueries.report);
  return (
    <Card title={t('title')}>
      <QueryView query={report} waiting={<SkeletonRows />}>
        {(figures) => <Figures report={figures} />}
      </QueryView>
    </Card>
  );
}

function Figures({ report }: { report: HomeReport }) {
  const t = useTranslations('dashboard.figures');
  const format = useFormatter();
  const formatUsd = useUsd();
  const { TotalEarnings, TotalEarned, Amount: amount } = report.Shown;
  const accrued = shownDifference(TotalEarnings, TotalEarned);
  return (
    <dl className={styles.figures}>
      <Figure
        label={t('earnings')}
        note={t('earningsNote', { earned: formatUsd(TotalEarned), accrued: formatUsd(accrued) })}
      >
        <ExplainedFigure figure="earnings" name={t('earnings')}>
          <Amount value={TotalEarnings} tone="change" />
        </ExplainedFigure>
      </Figure>
      <Figure label={t('earned')} note={t('earnedNote')}>
        <ExplainedFigure figure="earned" name={t('earned')}>
          <Amount value={TotalEarned} tone="change" />
        </ExplainedFigure>
      </Figure>
      <Figure label={<Link to="/stake">{t('running')}</Link>} note={t('runningNote', { amount: formatUsd(amount) })}>
        {format.number(report.Running)}
      </Figure>
      <Figure label={<Link to="/stake">{t('finished')}</Link>} note={t('finishedNote')}>
        {format.number(report.Finished)}
      </Figure>
      <Traded report={report} />
    </dl>
  );
}

function Traded({ report }: { report: HomeReport }) {
  const t = useTranslations('dashboard.figures');
  const format = useFormatter();
  const formatUsd = useUsd();
  return (
    <>
      <Figure
        label={<Link to="/copytrade">{t('inCopies')}</Link>}
        note={t('inCopiesNote', { profit: formatUsd(report.Shown.Profitcopy, 'exceptZero') })}
      >
        <ExplainedFigure figure="in-copytrade" name={t('inCopies')}>
          <Amount value={report.Shown.Amountcopy} />
        </ExplainedFigure>
      </Figure>
      <Figure
        label={<Link to="/copytrade">{t('runningCopies')}</Link>}
        note={t('finishedCopies', { count: report.Finishedcopy })}
      >
        {format.number(report.Runningcopy)}
      </Figure>
      <Figure label={<Link to="/primevault">{t('vaults')}</Link>} note={t('vaultsNote')}>
        {format.number(report.VaultInvestmentsCount)}
      </Figure>
      <Figure label={<Link to="/primezord">{t('bots')}</Link>} note={t('botsNote')}>
        {format.number(report.BotInvestmentsCount)}
      </Figure>
    </>
  );
}

function Figure({ label, note, children }: { label: ReactNode; note: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
