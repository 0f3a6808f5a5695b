import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useWholeUsd } from '#money/web/whole-usd.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { Catalog } from '../contract.ts';
import { catalogQuery } from './data.ts';
import styles from './referral-terms.module.css';

/** The rewards for referring someone, and their conditions (W2), as the operator has set them. */
export function ReferralTerms() {
  return (
    <QueryView query={useQuery(catalogQuery)} waiting={<SkeletonRows rows={3} />}>
      {({ Network }) => <Terms terms={Network} />}
    </QueryView>
  );
}

function Terms({ terms: { Bonus, Residual, BonusCapDay, BonusCapMonth } }: { terms: Catalog['Network'] }) {
  const t = useTranslations('catalog.referral');
  const percent = usePercent();
  const formatWhole = useWholeUsd();
  return (
    <div className={styles.terms}>
      <Facts>
        <Fact label={t('bonus')}>{percent(Bonus)}</Fact>
        {Residual.map((rate, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the place is the level
          <Fact key={at} label={t('residual', { level: at + 1 })}>
            {percent(rate)}
          </Fact>
        ))}
      </Facts>
      <ul className={styles.conditions}>
        <li>{t('when')}</li>
        <li>{t('caps', { day: formatWhole(BonusCapDay), month: formatWhole(BonusCapMonth) })}</li>
        <li>{t('house')}</li>
      </ul>
    </div>
  );
}
