import { useTranslations } from 'use-intl';
import { useSite } from '#platform/web/site.ts';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { ProductTerms } from '#positions/web/product-terms.ts';
import { useTaxRule } from '#positions/web/withheld.tsx';
import type { VaultOffer } from '../contract.ts';

/** What the vault is, that it cannot be left before its end, and what can go wrong, with the current figures. */
export function useVaultTerms({ Days, Rate, TaxRate }: VaultOffer): ProductTerms {
  const t = useTranslations('primevault');
  const percent = usePercent();
  const { riskNote } = useSite();
  return {
    term: t('new.termText', { days: t('days', { days: Days }) }),
    return: t('new.returnText', { rate: percent(Rate), isTaxed: String(TaxRate !== undefined) }),
    exit: t('new.exitText'),
    risk: riskNote || t('new.riskText'),
    tax: useTaxRule(TaxRate),
  };
}
