import { useTranslations } from 'use-intl';
import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the frame, to what the page is about. */
export function SkipLink({ targetId }: { targetId: string }) {
  const t = useTranslations('platform');
  return (
    <a href={`#${targetId}`} className={styles.link}>
      {t('skipToContent')}
    </a>
  );
}
