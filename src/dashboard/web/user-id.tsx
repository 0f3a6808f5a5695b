import { useTranslations } from 'use-intl';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './user-id.module.css';

const shownDigits = 8;

/** Enough of it to be told apart at a glance; the button copies the whole. Its room is kept until it is known. */
export function UserId({ uuid }: { uuid: string | undefined }) {
  const t = useTranslations('dashboard');
  if (uuid === undefined) return <span className={styles.waiting} />;
  return (
    <span className={styles.id}>
      <span>{t('userId')}</span>
      <code title={uuid} dir="ltr">
        {uuid.slice(0, shownDigits)}…
      </code>
      <CopyButton text={uuid} label={t('copyId')} isQuiet />
    </span>
  );
}
