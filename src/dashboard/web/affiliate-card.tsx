import { useTranslations } from 'use-intl';
import { useSite } from '#platform/web/site.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './affiliate-card.module.css';

/** The register page with the customer's own code (D2). */
export function AffiliateCard({ code }: { code: string }) {
  const t = useTranslations('dashboard.affiliate');
  const { affiliateBase } = useSite();
  const link = `${affiliateBase}${code}`;
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.row}>
        <code className={styles.link} dir="ltr">
          {link}
        </code>
        <CopyButton text={link} label={t('copy')} />
      </div>
    </Card>
  );
}
