import { useTranslations } from 'use-intl';
import { useUsd } from './amount.tsx';

/** The available amount, shown before anything is chosen; undefined as long as it is unknown. */
export function useAvailableNote(have: number | undefined): string | undefined {
  const t = useTranslations('money');
  const formatUsd = useUsd();
  return have === undefined ? undefined : t('available', { amount: formatUsd(have) });
}
