import { useTranslations } from 'use-intl';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './user-id.module.css';

/** The whole id, and a button that copies it. Its space is reserved until it has loaded. */
export function UserId({ uuid }: { uuid: string | undefined }) {
  const t = useTranslations('dashboard');
  if (uuid === undefined) return <span className={styles.waiting} />;
  return (
    <span className={styles.id}>
      <span>{t('userId')}</span>
      <code translate="no" dir="ltr">
        {uuid}
      </code>
      <CopyButton text={uuid} label={t('copyId')} isQuiet />
    </span>
  );
}
