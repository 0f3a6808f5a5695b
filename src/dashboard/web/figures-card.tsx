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
import { isFixed, type Product, products, type ProductTraits, registry, wireName } from '#positions/registry.ts';
import type { HomeReport } from '../contract.ts';
import { dashboardQueries } from './data.ts';
import styles from './figures-card.module.css';

/** Total earnings, the part already paid, and the amount invested per product (D1, D3). */
export function FiguresCard() {
  const t = useTranslations('dashboard.figures');
  const report = useQuery(dashboardQueries.report);
  return (
    <Card title={t('title')} action={<Link to="/products">{t('products')}</Link>}>
      <QueryView query={report} waiting={<SkeletonRows />}>
        {(figures) => <Figures report={figures} />}
      </QueryView>
    </Card>
  );
}

function Figures({ report }: { report: HomeReport }) {
  const t = useTranslations('dashboard.figures');
  const formatUsd = useUsd();
  const { TotalEarnings, TotalEarned } = report.Shown;
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
      {products.map((product) => (
        <OfProduct key={product} product={product} report={report} />
      ))}
    </dl>
  );
}

/** For promised yields, how many run and how many ended; for traded products, the current result. */
function OfProduct({ product, report }: { product: Product; report: HomeReport }) {
  const t = useTranslations('dashboard.figures');
  const format = useFormatter();
  const formatUsd = useUsd();
  const { report: names }: ProductTraits = registry[product];
  if (!names?.running) return null;
  const read = (figures: object, name: string | undefined): number =>
    name === undefined ? 0 : ((figures as Record<string, number>)[name] ?? 0);
  const amount = read(report.Shown, names.amount);
  const values = {
    amount: formatUsd(amount),
    profit: formatUsd(read(report.Shown, names.profit), 'exceptZero'),
    ended: read(report, names.ended),
  };
  const wire = wireName(product);
  const label = (word: string) => t(`${wire}.${word as 'running'}`);
  const note = (word: string) => t(`${wire}.${word as 'running'}Note`, values);
  const link = (word: string) => <Link to={registry[product].screen}>{label(word)}</Link>;
  const isFull = names.amount !== undefined;
  return (
    <>
      {isFull && !isFixed(product) && (
        <Figure label={link('amount')} note={note('amount')}>
          <ExplainedFigure figure={`in-${wire}`} name={label('amount')}>
            <Amount value={amount} />
          </ExplainedFigure>
        </Figure>
      )}
      <Figure label={link('running')} note={note('running')}>
        {format.number(read(report, names.running))}
      </Figure>
      {isFull && isFixed(product) && (
        <Figure label={link('ended')} note={note('ended')}>
          {format.number(values.ended)}
        </Figure>
      )}
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
