import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import { networkQueries, useWritePrivacy } from './data.ts';
import styles from './network-page.module.css';

/** The profile's setting for how much those above the customer see of them. */
export function PrivacyCard() {
  const t = useTranslations('network.privacy');
  const { data } = useQuery(networkQueries.privacy);
  const write = useWritePrivacy();
  if (!data) return null;
  return (
    <Card title={t('title')}>
      <p className={styles.note}>{t('lead')}</p>
      <Checkbox
        isChecked={data.Masked}
        onChange={(masked) => void write(masked).catch(() => showToast('danger', t('failed')))}
      >
        {t('mask')}
      </Checkbox>
    </Card>
  );
}
