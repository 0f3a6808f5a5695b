import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RadioCards } from '#platform/web/ui/radio-cards.tsx';
import { useUsd } from './amount.tsx';
import { missingOf } from './remainder.ts';
import { useAvailableNote } from './use-available-note.ts';
import { useWholeUsd } from './whole-usd.ts';

interface AmountChoiceProps {
  label: string;
  /** USD. */
  amounts: readonly number[];
  /** What is available, USD; undefined as long as it is unknown. */
  have: number | undefined;
  /** Zero while none is chosen. */
  value: number;
  onChange: (dollars: number) => void;
  error?: ReactNode;
}

/**
 * The choice of one of the amounts that a product takes, the same in every product. One that exceeds what is available says by how much, and
 * can still be chosen: the dialog then says where the rest comes from.
 */
export function AmountChoice({ amounts, have, ...choice }: AmountChoiceProps) {
  const t = useTranslations('money');
  const formatUsd = useUsd();
  const formatWhole = useWholeUsd();
  const options = amounts.map((dollars) => {
    const label = Number.isInteger(dollars) ? formatWhole(dollars) : formatUsd(dollars);
    const missing = have === undefined ? null : missingOf(have, dollars);
    if (missing === null) return { value: dollars, label };
    const note = t('missing', { usd: formatUsd(Number(missing)), dollars: Number(missing) });
    return { value: dollars, label, note, isBeyond: true };
  });
  return <RadioCards {...choice} hint={useAvailableNote(have)} options={options} />;
}
