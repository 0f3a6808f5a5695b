import { useTranslations } from 'use-intl';
import { useUsd } from './amount.tsx';
import { missingOf } from './remainder.ts';

/**
 * What is said beside an amount that is more than there is: `faltam US$ 50,00`. Nothing beside one that there is enough for, nor as
 * long as it is not known how much there is. Such an amount can be chosen all the same: the dialog then says where the rest comes from.
 */
export function useMissingNote(have: number | undefined): (dollars: number) => string | undefined {
  const t = useTranslations('platform.amounts');
  const formatUsd = useUsd();
  return (dollars) => {
    const missing = have === undefined ? null : missingOf(have, dollars);
    return missing === null ? undefined : t('missing', { usd: formatUsd(Number(missing)), dollars: Number(missing) });
  };
}

/** What there is to choose from, said before anything is chosen; nothing as long as it is not known. */
export function useAvailableNote(have: number | undefined): string | undefined {
  const t = useTranslations('platform.amounts');
  const formatUsd = useUsd();
  return have === undefined ? undefined : t('available', { amount: formatUsd(have) });
}
