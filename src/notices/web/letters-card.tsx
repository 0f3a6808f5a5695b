import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import { noticeQueries, useChooseMails } from './data.ts';
import styles from './letters-card.module.css';

/** The profile's choice of emails the customer wants. */
export function LettersCard() {
  const t = useTranslations('notices.letters');
  const { data } = useQuery(noticeQueries.letters);
  const choose = useChooseMails();
  if (!data) return null;
  const keep = (chosen: Parameters<typeof choose>[0]): void => {
    choose(chosen).catch(() => showToast('danger', t('failed')));
  };
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.choices}>
        <Checkbox isChecked={data.Maturities} onChange={(maturities) => keep({ maturities })}>
          {t('maturities')}
        </Checkbox>
        <Checkbox isChecked={data.Withdrawals} onChange={(withdrawals) => keep({ withdrawals })}>
          {t('withdrawals')}
        </Checkbox>
        <Checkbox isChecked={data.Announcements} onChange={(announcements) => keep({ announcements })}>
          {t('announcements')}
        </Checkbox>
      </div>
    </Card>
  );
}
