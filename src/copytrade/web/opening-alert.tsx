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
  const isAsked = data?.Wanted === true;
  // One button for both, so that it keeps the focus. Its space is reserved until it is known whether an alert is set.
  return (
    <span className={isAsked ? styles.asked : data ? undefined : styles.unknown}>
      <span role="status" className={isAsked ? styles.said : undefined}>
        {isAsked && (
          <>
            <IconCheck size={16} />
            {t('asked')}
          </>
        )}
      </span>
      <Button
        {...(isAsked ? { size: 'small' } : { kind: 'primary' })}
        onClick={() => choose(!isAsked)}
        isWorking={choosing.isPending}
      >
        {t(isAsked ? 'takeBack' : 'ask')}
      </Button>
    </span>
  );
}
