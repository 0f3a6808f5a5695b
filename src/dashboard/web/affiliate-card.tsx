import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { useSite } from '#platform/web/site.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import styles from './affiliate-card.module.css';

const AffiliateMore = later(
  loadAfterFirstScreen(withLazyMessages(() => import('./affiliate-more.tsx'))),
  'AffiliateMore',
);

interface AffiliateCardProps {
  code: string;
  /** Newcomers see the terms expanded, others collapsed. */
  isNewcomer: boolean;
}

/** The register page with the customer's own referral code (D2), and what referrals earn (G1). */
export function AffiliateCard({ code, isNewcomer }: AffiliateCardProps) {
  const t = useTranslations('dashboard.affiliate');
  const { affiliateBase } = useSite();
  const link = `${affiliateBase}${code}`;
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.row}>
        <code translate="no" className={styles.link} dir="ltr">
          {link}
        </code>
        <CopyButton text={link} label={t('copy')} />
      </div>
      <div className={styles.more}>
        <Suspense fallback={isNewcomer && <SkeletonRows rows={3} />}>
          <AffiliateMore link={link} isNewcomer={isNewcomer} />
        </Suspense>
      </div>
    </Card>
  );
}
