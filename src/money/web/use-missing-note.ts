import { useTranslations } from 'use-intl';
import { useUsd, useWholeUsd } from './amount.tsx';
import { missingOf } from './remainder.ts';

/**
 * What is said beside an amount that is more than there is: `faltam US$ 50,00`. Nothing beside one that there is enough for, nor as
 * long as it is not known how much there is. Such an amount can be chosen all the same: the dialog then says where the rest comes from.
 */
function useMissingNote(have: number | undefined): (dollars: number) => string | undefined {
  const t = useTranslations('platform.amounts');
  const formatUsd = useUsd();
  return (dollars) => {
    const missing = have === undefined ? null : missingOf(have, dollars);
    return missing === null ? undefined : t('missing', { usd: formatUsd(Number(missing)), dollars: Number(missing) });
  };
}

/**
 * Amounts to choose from, whole USD: each as it is called, with what is missing for it.
 *
 * @param have USD; undefined as long as it is not known
 */
export function useAmountOptions(have: number | undefined) {
  const missingNote = useMissingNote(have);
  const formatWhole = useWholeUsd();
  return (amounts: readonly number[]) =>
    amounts.map((dollars) => {
      const note = missingNote(dollars);
      return { value: dollars, label: formatWhole(dollars), note, isBeyond: note !== undefined };
    });
}

/** The same for a list that is opened, where all of it stands in one line. */
export function useAmountLines(have: number | undefined) {
  const optionsOf = useAmountOptions(have);
  return (amounts: readonly number[]) =>
    optionsOf(amounts).map(({ value, label, note, isBeyond }) => {
      return { value: String(value), label: [label, note].filter(Boolean).join(' · '), isBeyond };
    });
}

/** What there is to choose from, said before anything is chosen; nothing as long as it is not known. */
export function useAvailableNote(have: number | undefined): string | undefined {
  const t = useTranslations('platform.amounts');
  const formatUsd = useUsd();
  return have === undefined ? undefined : t('available', { amount: formatUsd(have) });
}
