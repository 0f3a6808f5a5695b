import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { IconCheck } from '#platform/web/ui/icons-status.tsx';
import { copytradeQueries } from './data.ts';
import { useChooseAlert } from './moves.ts';
import styles from './opening-alert.module.css';

/** While registrations are closed: asks to be notified once when they open, or takes that back (G3). */
export function OpeningAlert() {
  const t = useTranslations('copytrade.alert');
  const { data, isPending } = useQuery(copytradeQueries.alert);
  const choosing = useChooseAlert();
  const choose = (wanted: boolean) => choosing.mutate({ body: { wanted } });
  if (!data && !isPending) return null;
  if (!data?.Wanted) {
    return (
      // Reserves its space until it is known whether an alert is set.
      <span className={data ? undefined : styles.unknown}>
        <Button kind="primary" onClick={() => choose(true)} isWorking={choosing.isPending}>
          {t('ask')}
        </Button>
      </span>
    );
  }
  return (
    <div className={styles.asked} role="status">
      <span className={styles.said}>
        <IconCheck size={16} />
        {t('asked')}
      </span>
      <Button size="small" onClick={() => choose(false)} isWorking={choosing.isPending}>
        {t('takeBack')}
      </Button>
    </div>
  );
}
