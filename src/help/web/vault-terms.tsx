import { useTranslations } from 'use-intl';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { useSite } from '#platform/web/site.ts';
import { useTaxRule } from '#positions/web/withheld.tsx';
import type { Figures } from './data.ts';
import { useTimes } from './use-times.ts';

/** The vault's terms as its dialog says them, with the figures of now; what was agreed for an investment stands with it. */
export function VaultTerms({ catalog: { Vault } }: Pick<Figures, 'catalog'>) {
  const t = useTranslations('primevault.new');
  const percent = usePercent();
  const { days } = useTimes();
  const { riskNote } = useSite();
  const tax = useTaxRule(Vault.TaxRate);
  return (
    <>
      <p>{t('termText', { days: days(Vault.Days) })}</p>
      <p>{t('returnText', { rate: percent(Vault.Rate), isTaxed: String(Vault.TaxRate !== undefined) })}</p>
      {tax && <p>{tax}</p>}
      <p>{t('exitText')}</p>
      <p>{riskNote || t('riskText')}</p>
    </>
  );
}
