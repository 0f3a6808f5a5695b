import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { IconCheck } from '#platform/web/ui/icons-status.tsx';
import { copytradeQueries } from './data.ts';
import { useChooseAlert } from './moves.ts';
import styles from './opening-alert.module.css';

/** While registrations are closed: be told once when they open, or take that back (G3). */
export function OpeningAlert() {
  const t = useTranslations('copytrade.alert');
  const { data } = useQuery(copytradeQueries.alert);
  const choosing = useChooseAlert();
  if (!data) return null;
  const choose = (wanted: boolean) => choosing.mutate({ body: { wanted } });
  if (!data.Wanted) {
    return (
      <Button kind="primary" onClick={() => choose(true)} isWorking={choosing.isPending}>
        {t('ask')}
      </Button>
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
