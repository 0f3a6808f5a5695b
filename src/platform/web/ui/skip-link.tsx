import { useTranslations } from 'use-intl';
import styles from './skip-link.module.css';

/** The first tab stop: skips the frame to the main content. */
export function SkipLink({ targetId }: { targetId: string }) {
  const t = useTranslations('platform');
  return (
    <a href={`#${targetId}`} className={styles.link}>
      {t('skipToContent')}
    </a>
  );
}
