import { useFormatter, useTranslations } from 'use-intl';
import type { Catalog } from '#catalog/contract.ts';
import { useWholeUsd } from '#money/web/amount.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { useTimes } from './use-times.ts';

export interface ProductRow {
  name: string;
  term: string;
  gives: string;
  early: string;
  amounts: string;
}

/** A row for each term of a stake that is offered, and for each other product. */
export function useProductRows({ Stake, Copytrade, Vault, Primezord }: Catalog): ProductRow[] {
  const t = useTranslations('helpPage.products');
  const name = useTranslations();
  const format = useFormatter();
  const percent = usePercent();
  const usd = useWholeUsd();
  const { days } = useTimes();
  const amountsOf = (amounts: readonly number[]): string => format.list(amounts.map(usd));
  const traded = { gives: t('ofOperations'), early: t('noExit') };
  return [
    ...Stake.Periods.filter(({ Offered }) => Offered).map(({ Days, Rate, Amounts }) => ({
      name: name('stakes.title'),
      term: days(Days),
      gives: percent(Rate),
      early: t('cancelCosts', { percent: percent(Stake.CancelFee) }),
      amounts: amountsOf(Amounts),
    })),
    {
      name: name('primevault.title'),
      term: days(Vault.Days),
      gives: percent(Vault.Rate),
      early: t('noExit'),
      amounts: amountsOf(Vault.Amounts),
    },
    {
      name: name('copytrade.title'),
      term: days(Copytrade.Days),
      ...traded,
      amounts: Copytrade.Open ? amountsOf(Copytrade.Amounts) : t('closed'),
    },
    { name: name('primezord.title'), term: days(Primezord.Days), ...traded, amounts: amountsOf(Primezord.Amounts) },
  ];
}
