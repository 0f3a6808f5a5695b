import { useTranslations } from 'use-intl';
import { SupportLink } from '#platform/web/support/support-link.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './explanation-page.module.css';

/** Lets the user show this explanation to support, and to nobody else. */
export function AddressCard({ reference }: { reference: string }) {
  const t = useTranslations('explanations.address');
  const address = window.location.origin + window.location.pathname;
  return (
    <Card
      title={t('title')}
      action={
        <span>
          <CopyButton text={address} label={t('copy')} />
        </span>
      }
    >
      <div className={styles.address}>
        <p>{t('text')}</p>
        <code translate="no" className={styles.link} dir="ltr">
          {address}
        </code>
        <p>
          <SupportLink about={reference} />
        </p>
      </div>
    </Card>
  );
}
