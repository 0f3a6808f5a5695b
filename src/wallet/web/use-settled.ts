import { useFormatter } from 'use-intl';
import type { Currency } from '../contract.ts';

/** With its own symbol `R$` in every language: Spanish would otherwise write the code, `543,21 BRL`. */
const reais = { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const;

/** Formats an amount in the settlement currency: `R$ 543,21`, `100,00 USDT`; USDT to its last decimal. */
export function useSettled(): (amount: number, currency: Currency) => string {
  const format = useFormatter();
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
  return (amount, currency) =>
    currency === 'brl'
      ? format.number(amount, { ...figures, ...reais })
      : `${format.number(amount, { ...figures, maximumFractionDigits: 6 })}\u00a0USDT`;
}

/** Formats reais per dollar, to the four decimals that rates are shown with. */
export function useRate(): (brlPerUsd: number) => string {
  const format = useFormatter();
  return (brlPerUsd) => format.number(brlPerUsd, { ...reais, minimumFractionDigits: 2, maximumFractionDigits: 4 });
}
