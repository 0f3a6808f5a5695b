import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import type { User } from '#profile/contract.ts';
import { dashboardQueries } from './data.ts';
import styles from './wealth-card.module.css';
import { WealthSplit } from './wealth-split.tsx';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later, Nothing } from '#platform/web/loading/later.tsx';

/** Lazy: most customers have nothing in transit. */
const loadInTransit = loadAfterFirstScreen(withLazyMessages(() => import('./in-transit.tsx')));
const InTransit = later(loadInTransit, 'InTransit');

/** Has a fixed height from the start, so that content below it does not shift. */
const loadNextMaturity = loadAfterFirstScreen(withLazyMessages(() => import('#maturities/web/next-maturity.tsx')));
const NextMaturity = later(loadNextMaturity, 'NextMaturity', Nothing);

const loadOutcome = loadAfterFirstScreen(withLazyMessages(() => import('./outcome-line.tsx')));
const OutcomeLine = later(loadOutcome, 'OutcomeLine', Nothing);

/** The customer's total in one figure, split by product: the last point of the chart below (D1, D5). */
export function WealthCard({ user }: { user: User | undefined }) {
  const t = useTranslations('dashboard.wealth');
  const equity = useQuery(dashboardQueries.equity());
  return (
    <Card title={t('title')} action={<Link to="/maturities">{t('when')}</Link>}>
      {equity.error && !equity.data && user && <BalanceAlone balance={user.Balance} />}
      <QueryView query={withData(equity, equity.data?.[0])} waiting={<Waiting />}>
        {(today) => (
          <>
            <p className={styles.total}>
              <ExplainedFigure figure="wealth" name={t('title')}>
                <Amount value={today.Shown.Total} />
              </ExplainedFigure>
            </p>
            <div className={styles.outcome}>
              <Suspense fallback={null}>
                <OutcomeLine />
              </Suspense>
            </div>
            <WealthSplit today={today} />
            <Suspense fallback={<div className={styles.next} />}>
              <NextMaturity />
            </Suspense>
            <Suspense fallback={null}>
              <InTransit />
            </Suspense>
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** Shown if the rest failed to load; the available balance is known without it. */
function BalanceAlone({ balance }: { balance: number }) {
  const t = useTranslations('dashboard.wealth');
  return (
    <dl>
      <dt className={styles.name}>{t('Balance')}</dt>
      <dd className={styles.total}>
        <ExplainedFigure figure="balance" name={t('Balance')}>
          <Amount value={balance} />
        </ExplainedFigure>
      </dd>
    </dl>
  );
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonLine width="half" size="total" />
      <SkeletonLine width="full" size={12} />
      <SkeletonLine width="long" />
    </Skeleton>
  );
}
