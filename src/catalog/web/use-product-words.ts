import { useFormatter, useTranslations } from 'use-intl';
import { toJsonNumber, usd } from '#money/money.ts';
import { useUsd, useWholeUsd } from '#money/web/amount.tsx';
import { useSite } from '#platform/web/site.ts';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Product } from '#positions/registry.ts';
import { useTaxRule } from '#positions/web/withheld.tsx';
import type { Catalog } from '../contract.ts';
import { plansOf, simulate } from '../simulate.ts';

export interface ProductWords {
  what: string;
  term: string;
  return: string;
  exit: string;
  amounts: string;
  risk: string;
  /** What is withheld of the profit, where something is. */
  tax?: string | null;
  /** That nobody can begin now, where that is so. */
  closed: string | null;
}

const example = usd('100');

/**
 * What is said of each product: the sentences of its own dialog where it has them, so that a card and the step in which terms are
 * accepted never differ, and the figures of the catalog.
 */
export function useProductWords(catalog: Catalog): Record<Product, () => ProductWords> {
  const fixed = useFixedWords(catalog);
  const t = useTranslations('catalog');
  const copytrade = useTranslations('copytrade');
  const primezord = useTranslations('primezord');
  const range = useRange();
  const formatUsd = useUsd();
  const { Copytrade, Primezord } = catalog;
  return {
    ...fixed,
    copytrade: () => ({
      what: copytrade('lead'),
      term: t('days', { days: Copytrade.Days }),
      return: t('made.copytrade'),
      exit: t('noExit'),
      amounts: range(Copytrade.Amounts),
      risk: copytrade('new.risk'),
      closed: Copytrade.Open ? null : copytrade('closed'),
    }),
    primezord: () => ({
      what: primezord('lead'),
      term: t('days', { days: Primezord.Days }),
      return: t('made.primezord'),
      exit: t('noExit'),
      amounts: t('withFee', { range: range(Primezord.Amounts), fee: formatUsd(Primezord.EntryFee) }),
      risk: primezord('risk'),
      closed: null,
    }),
  };
}

function useFixedWords(catalog: Catalog): Record<'stake' | 'primevault', () => ProductWords> {
  const stakes = useTranslations('stakes');
  const vault = useTranslations('primevault');
  const percent = usePercent();
  const format = useFormatter();
  const formatUsd = useUsd();
  const range = useRange();
  const { riskNote } = useSite();
  const plans = plansOf(catalog).filter(({ product }) => product === 'stake');
  const rates = plans.map(({ rate }) => rate);
  const [shortest] = plans;
  const refund = shortest && simulate(shortest, example).early?.refund;
  const { Vault, Stake } = catalog;
  const taxes = { stake: useTaxRule(Stake.TaxRate), primevault: useTaxRule(Vault.TaxRate) };
  return {
    stake: () => ({
      what: stakes('lead'),
      term: stakes('newStake.termText', {
        days: format.list(
          plans.map(({ days }) => format.number(days)),
          { type: 'disjunction' },
        ),
      }),
      return: stakes('newStake.returnText', {
        low: percent(Math.min(...rates)),
        high: percent(Math.max(...rates)),
        isTaxed: String(Stake.TaxRate !== undefined),
      }),
      tax: taxes.stake,
      exit: stakes('newStake.earlyText', {
        fee: percent(Stake.CancelFee),
        amount: formatUsd(toJsonNumber(example)),
        refund: formatUsd(refund === undefined ? 0 : toJsonNumber(refund)),
      }),
      amounts: range(plans.flatMap(({ amounts }) => amounts)),
      risk: riskNote || stakes('newStake.riskText'),
      closed: null,
    }),
    primevault: () => ({
      what: vault('lead'),
      term: vault('new.termText', { days: vault('days', { days: Vault.Days }) }),
      return: vault('new.returnText', { rate: percent(Vault.Rate), isTaxed: String(Vault.TaxRate !== undefined) }),
      tax: taxes.primevault,
      exit: vault('new.exitText'),
      amounts: range(Vault.Amounts),
      risk: riskNote || vault('new.riskText'),
      closed: null,
    }),
  };
}

/** `De US$ 10 a US$ 20.000`. */
function useRange(): (amounts: readonly number[]) => string {
  const t = useTranslations('catalog');
  const formatWhole = useWholeUsd();
  return (amounts) => t('range', { least: formatWhole(Math.min(...amounts)), most: formatWhole(Math.max(...amounts)) });
}
