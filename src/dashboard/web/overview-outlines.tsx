import { memo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { Skeleton, SkeletonBlock, SkeletonLine, SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { EarlyTotal } from './early-total.tsx';
import styles from './overview.module.css';

/** Skeleton of the overview before the user is known, with the cards that most users have. */
export const OverviewOutlines = memo(function OverviewOutlines() {
  const t = useTranslations('dashboard');
  return (
    <div className={styles.first}>
      <div className={styles.lead}>
        <Card title={t('wealth.title')} action={<Link to="/maturities">{t('wealth.when')}</Link>}>
          <Skeleton>
            <EarlyTotal />
            <SkeletonLine width="full" size={12} />
            <SkeletonLine width="long" />
          </Skeleton>
        </Card>
        <Card title={t('equity.title')}>
          <Skeleton>
            <SkeletonBlock height="large" />
          </Skeleton>
        </Card>
      </div>
      <div className={styles.aside}>
        <Card title={t('figures.title')}>
          <SkeletonRows />
        </Card>
      </div>
    </div>
  );
});
