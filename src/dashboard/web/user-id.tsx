import { useTranslations } from 'use-intl';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './user-id.module.css';

const shownDigits = 8;

/** Shows enough of the id to recognise it; the button copies all of it. Its space is reserved until it has loaded. */
export function UserId({ uuid }: { uuid: string | undefined }) {
  const t = useTranslations('dashboard');
  if (uuid === undefined) return <span className={styles.waiting} />;
  return (
    <span className={styles.id}>
      <span>{t('userId')}</span>
      <code translate="no" title={uuid} dir="ltr">
        {uuid.slice(0, shownDigits)}…
      </code>
      <CopyButton text={uuid} label={t('copyId')} isQuiet />
    </span>
  );
}
