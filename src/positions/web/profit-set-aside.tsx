import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import styles from './profit-set-aside.module.css';

/**
 * Before the confirm: what is set aside for the profit that is promised, and that there is no promise without it.
 *
 * @param profit USD, as it is shown beside it
 */
export function ProfitSetAside({ profit }: { profit: number }) {
  const t = useTranslations('positions.setAside');
  const formatUsd = useUsd();
  return <p className={styles.said}>{t('offer', { profit: formatUsd(profit) })}</p>;
}
