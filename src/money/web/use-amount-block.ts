import { useTranslations } from 'use-intl';
import { useUsd } from './amount.tsx';
import { missingOf } from './remainder.ts';
import { useBring } from './unpaid-choice.ts';
import type { Block } from '#platform/web/ui/form.tsx';
import type { DialogName } from '#platform/web/ui/use-dialog-address.ts';

/**
 * Why an amount cannot be confirmed yet: none is chosen (0), or the balance is too small, and then exactly what is missing is brought, which
 * leads back to the same choice.
 */
export function useAmountBlock(
  dialog: DialogName,
): (dollars: number, balance: number | undefined, steps: unknown) => Block | null {
  const t = useTranslations('money');
  const formatUsd = useUsd();
  const bring = useBring(dialog);
  return (dollars, balance, steps) => {
    if (dollars === 0) return { says: t('choose') };
    const missing = balance === undefined ? null : missingOf(balance, dollars);
    if (missing === null) return null;
    return { says: t('bring', { amount: formatUsd(Number(missing)) }), mend: () => bring(missing, steps) };
  };
}
