import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconPlus } from '#platform/web/ui/icons-action.tsx';
import { IconStake } from '#platform/web/ui/icons-navigation.tsx';
import { MoreRows } from '#platform/web/ui/more-rows.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonBlock, SkeletonLine, SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import { CalendarCard } from './calendar-card.tsx';
import { maturitiesQueries } from './data.ts';
import styles from './maturities-page.module.css';
import { MaturityTable } from './maturity-table.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';

/** The chart loads after the figures, because its geometry code is a separate chunk. */
const MonthsFigure = later(
  part(() => import('./months-figure.tsx')),
  'MonthsFigure',
);

/** When locked amounts come back, and how much. */
export function MaturitiesPage() {
  const t = useTranslations('maturities');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <MonthsCard />
      <ListCard />
      <CalendarCard />
    </>
  );
}

/** Hidden while nothing is running, which the list below states. */
function MonthsCard() {
  const t = useTranslations('maturities.months');
  const { language } = useLanguage();
  const months = useQuery(maturitiesQueries.months(language === 'fa' ? 'persian' : 'gregory'));
  if (months.data?.length === 0) return null;
  return (
    <Card title={t('title')}>
      <QueryView query={months} waiting={<Waiting />}>
        {(found) => (
          <Suspense fallback={<Waiting />}>
            <MonthsFigure months={found} />
          </Suspense>
        )}
      </QueryView>
    </Card>
  );
}

function ListCard() {
  const t = useTranslations('maturities.list');
  const { query, rows: maturities } = useLongList(maturitiesQueries.all);
  return (
    <Card title={t('title')}>
      <QueryView
        query={withData(query, maturities)}
        waiting={<SkeletonRows />}
        isEmpty={(rows) => rows.length === 0}
        empty={<Nothing />}
      >
        {(rows) => <MaturityTable maturities={rows} />}
      </QueryView>
      <MoreRows query={query}>{t('more')}</MoreRows>
    </Card>
  );
}

function Nothing() {
  const t = useTranslations();
  const newStake = useDialogAddress('new-stake');
  return (
    <EmptyState
      icon={<IconStake size={24} />}
      text={t('maturities.list.empty')}
      action={
        <Button kind="primary" icon={<IconPlus />} onClick={() => newStake.open()}>
          {t('app.actions.newStake')}
        </Button>
      }
    />
  );
}

/** As high as the chart, so that the elements below, which can already be clicked, do not move. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton>
        <SkeletonLine width="full" />
        <SkeletonLine />
        <SkeletonBlock height="large" />
      </Skeleton>
    </div>
  );
}
