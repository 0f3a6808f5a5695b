import { useFormatter, useTranslations } from 'use-intl';
import type { Catalog } from '#catalog/contract.ts';
import { plansOf } from '#catalog/simulate.ts';
import { useWholeUsd } from '#money/web/whole-usd.ts';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { partName, type Product, registry, tradedProducts } from '#positions/registry.ts';
import { useTimes } from './use-times.ts';

export interface ProductRow {
  name: string;
  term: string;
  gives: string;
  early: string;
  amounts: string;
}

/** One row for each term with a promised return, and one for each product that trades. */
export function useProductRows(catalog: Catalog): ProductRow[] {
  const t = useTranslations('helpPage.products');
  const own = useTranslations();
  const format = useFormatter();
  const percent = usePercent();
  const usd = useWholeUsd();
  const { days } = useTimes();
  const nameOf = (product: Product): string => own(`${registry[product].folder}.title`);
  const amountsOf = (amounts: readonly number[]): string => format.list(amounts.map(usd));
  const fixed = plansOf(catalog).map((plan) => ({
    name: nameOf(plan.product),
    term: days(plan.days),
    gives: percent(plan.rate),
    early: plan.cancelFee === null ? t('noExit') : t('cancelCosts', { percent: percent(plan.cancelFee) }),
    amounts: amountsOf(plan.amounts),
  }));
  const traded = tradedProducts.map((product) => {
    const offer = catalog[partName(product)];
    return {
      name: nameOf(product),
      term: days(offer.Days),
      gives: t('ofOperations'),
      early: t('noExit'),
      amounts: 'Open' in offer && !offer.Open ? t('closed') : amountsOf(offer.Amounts),
    };
  });
  return [...fixed, ...traded];
}
