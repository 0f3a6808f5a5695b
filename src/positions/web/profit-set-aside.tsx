import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import styles from './profit-set-aside.module.css';

/**
 * Shown before the confirm: what is set aside for the promised profit, and that nothing is promised without it.
 *
 * @param profit USD, as shown next to it
 */
export function ProfitSetAside({ profit }: { profit: number }) {
  const t = useTranslations('positions.setAside');
  const formatUsd = useUsd();
  return <p className={styles.said}>{t('offer', { profit: formatUsd(profit) })}</p>;
}
