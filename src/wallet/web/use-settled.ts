import { useFormatter } from 'use-intl';
import type { Currency } from '../contract.ts';

/** By its own sign in every language, `R$`: Spanish would write its letters, `543,21 BRL`. */
const reais = { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const;

/** An amount of the currency that the two firms settle in: `R$ 543,21`, `100,00 USDT`; of USDT to its last decimal. */
export function useSettled(): (amount: number, currency: Currency) => string {
  const format = useFormatter();
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
  return (amount, currency) =>
    currency === 'brl'
      ? format.number(amount, { ...figures, ...reais })
      : `${format.number(amount, { ...figures, maximumFractionDigits: 6 })}\u00a0USDT`;
}

/** What a dollar is in reais, to the tenth of a cent that rates are quoted in. */
export function useRate(): (brlPerUsd: number) => string {
  const format = useFormatter();
  return (brlPerUsd) => format.number(brlPerUsd, { ...reais, minimumFractionDigits: 2, maximumFractionDigits: 4 });
}
