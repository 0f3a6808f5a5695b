import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { withLaterTexts } from '#platform/web/i18n/later-texts.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { dashboardQueries } from './data.ts';
import styles from './wealth-card.module.css';
import { WealthSplit } from './wealth-split.tsx';

/** Nothing to most, who have nothing under way. */
const loadInTransit = withLaterTexts(() => import('./in-transit.tsx'));
const InTransit = lazy(() => loadInTransit().then((module) => ({ default: module.InTransit })));

/** All there is in one figure, and which product it is in: the last point of the chart below (D1, D5). */
export function WealthCard() {
  const t = useTranslations('dashboard.wealth');
  const equity = useQuery(dashboardQueries.equity());
  return (
    <Card title={t('title')} action={<Link to="/maturities">{t('when')}</Link>}>
      <QueryView query={{ ...equity, data: equity.data?.[0] }} waiting={<Waiting />}>
        {(today) => (
          <>
            <p className={styles.total}>
              <ExplainedFigure figure="wealth" name={t('title')}>
                <Amount value={today.Total} />
              </ExplainedFigure>
            </p>
            <WealthSplit today={today} />
            <Suspense fallback={null}>
              <InTransit />
            </Suspense>
          </>
        )}
      </QueryView>
    </Card>
  );
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonLine width="half" size={28} />
      <SkeletonLine width="full" size={12} />
      <SkeletonLine width="long" />
    </Skeleton>
  );
}
