import { useTranslations } from 'use-intl';
import { IconClock } from '#platform/web/ui/icons-status.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './session-box.module.css';
import { TimeLeft } from './time-left.tsx';

/** `Tempo de Sessão Restante`: the time that is really left. */
export function SessionBox({ expiresAt }: { expiresAt: string | undefined }) {
  const t = useTranslations('app.session');
  return (
    <div className={styles.box}>
      <IconClock />
      <p className={styles.words}>
        <span className={styles.title}>{t('title')}</span>
        <span className={styles.time}>
          {expiresAt ? <TimeLeft expiresAt={expiresAt} /> : <SkeletonLine width="long" />}
        </span>
      </p>
    </div>
  );
}
