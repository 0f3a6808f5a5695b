import { useTranslations } from 'use-intl';
import { IconClock } from '#platform/web/ui/icons-status.tsx';
import styles from './session-clock.module.css';
import { sessionTime } from './session-time.ts';
import { useSessionLeft } from './use-session-left.ts';

/** The session box where there is no room for a box: an hourglass and a few characters. */
export function SessionClock({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations('app.session');
  const parts = sessionTime(useSessionLeft(expiresAt));
  return (
    <p className={styles.clock} title={t('title')}>
      <IconClock />
      {parts.map(({ unit, count }) => (
        <span key={unit}>{t(`short.${unit}`, { count })}</span>
      ))}
    </p>
  );
}
