import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { useWholeUsd } from '#money/web/whole-usd.ts';
import { type FixedProduct, partName, type Product, registry, type TradedProduct } from '#positions/registry.ts';
import type { ProductTerms } from '#positions/web/product-terms.ts';
import { useVaultTerms } from '#primevault/web/use-vault-terms.ts';
import { useStakeTerms } from '#stakes/web/use-stake-terms.ts';
import type { Catalog } from '../contract.ts';
import { plansOf } from '../simulate.ts';

export interface ProductWords extends ProductTerms {
  what: string;
  amounts: string;
  /** Notice that the product is closed to new positions; null otherwise. */
  closed: string | null;
}

/**
 * The texts for each product, with the catalog's figures. Sentences are taken from the product's own dialog where it has them, so that a
 * card never differs from the step in which terms are accepted.
 */
export function useProductWords(catalog: Catalog): Record<Product, ProductWords> {
  const t = useTranslations('catalog');
  const own = useTranslations();
  const range = useRange();
  const formatUsd = useUsd();
  const { Copytrade, Primezord } = catalog;
  const plans = plansOf(catalog);
  const fixed = (product: FixedProduct, terms: ProductTerms): ProductWords => ({
    ...terms,
    what: own(`${registry[product].folder}.lead`),
    amounts: range(plans.filter((plan) => plan.product === product).flatMap(({ amounts }) => amounts)),
    closed: null,
  });
  const traded = (product: TradedProduct) => {
    const { Days, Amounts } = catalog[partName(product)];
    return {
      what: own(`${registry[product].folder}.lead`),
      term: t('days', { days: Days }),
      return: t(`made.${product}`),
      exit: t('noExit'),
      amounts: range(Amounts),
      tax: null,
      closed: null,
    };
  };
  return {
    stake: fixed('stake', useStakeTerms(catalog.Stake)),
    primevault: fixed('primevault', useVaultTerms(catalog.Vault)),
    copytrade: {
      ...traded('copytrade'),
      risk: own('copytrade.new.risk'),
      closed: Copytrade.Open ? null : own('copytrade.closed'),
    },
    primezord: {
      ...traded('primezord'),
      risk: own('primezord.risk'),
      amounts: t('withFee', { range: range(Primezord.Amounts), fee: formatUsd(Primezord.EntryFee) }),
    },
  };
}

/** `De US$ 10 a US$ 20.000`. */
function useRange(): (amounts: readonly number[]) => string {
  const t = useTranslations('catalog');
  const formatWhole = useWholeUsd();
  return (amounts) => t('range', { least: formatWhole(Math.min(...amounts)), most: formatWhole(Math.max(...amounts)) });
}
