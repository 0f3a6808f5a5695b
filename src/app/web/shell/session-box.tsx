import { useTranslations } from 'use-intl';
import { IconClock } from '#platform/web/ui/icons-status.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './session-box.module.css';
import { sessionTime } from './session-time.ts';
import { useSessionLeft } from './use-session-left.ts';

/** `Tempo de Sessão Restante`: what is left, for real. */
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

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations('app.session');
  const parts = sessionTime(useSessionLeft(expiresAt));
  const [first = '', second] = parts.map(({ unit, count }) => t(unit, { count }));
  return second ? t('two', { first, second }) : first;
}
