import { useTranslations } from 'use-intl';
import { useUsd } from './amount.tsx';
import { useWholeUsd } from './whole-usd.ts';
import { missingOf } from './remainder.ts';

/**
 * The note next to an amount that exceeds what is available: `faltam US$ 50,00`. There is none if enough is available, or as long as that
 * is unknown. The amount can still be chosen: the dialog then says where the rest comes from.
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
 * Options for amounts in whole USD: each with its label and what is missing for it.
 *
 * @param have USD; undefined as long as it is unknown
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

/** The same for a dropdown list, with everything in one line. */
export function useAmountLines(have: number | undefined) {
  const optionsOf = useAmountOptions(have);
  return (amounts: readonly number[]) =>
    optionsOf(amounts).map(({ value, label, note, isBeyond }) => {
      return { value: String(value), label: [label, note].filter(Boolean).join(' · '), isBeyond };
    });
}

/** The available amount, shown before anything is chosen; undefined as long as it is unknown. */
export function useAvailableNote(have: number | undefined): string | undefined {
  const t = useTranslations('platform.amounts');
  const formatUsd = useUsd();
  return have === undefined ? undefined : t('available', { amount: formatUsd(have) });
}
