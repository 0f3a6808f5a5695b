import { useQueryClient } from '@tanstack/react-query';
import { micros, toDecimal } from '#money/money.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import type { Currency } from '../contract.ts';
import type { ExchangeRate } from '../quote.ts';
import { walletQueries } from './data.ts';
import type { ShownTerms } from './withdraw-input.ts';

/** At which rate a transfer was shown to its customer: the server makes it at no other. */
export interface QuotedRate {
  'quoted-rate'?: string;
}

export function quotedRate(currency: Currency, rate: ExchangeRate | null): QuotedRate {
  return currency === 'brl' && rate ? { 'quoted-rate': toDecimal(micros(rate), 0) } : {};
}

/** At which rate and fee a withdrawal was shown, likewise. */
export interface QuotedTerms extends QuotedRate {
  'quoted-fee'?: string;
}

export function quotedTerms({ currency, rate, usdtFee }: ShownTerms): QuotedTerms {
  if (currency === 'usdt' && usdtFee !== undefined) return { 'quoted-fee': String(usdtFee) };
  return quotedRate(currency, rate);
}

const changed: ReadonlySet<string> = new Set(['rate_changed', 'terms_changed']);

export function isRateChanged(error: Error): boolean {
  return error instanceof ApiRefusal && changed.has(error.code);
}

/** After a refusal for a rate or a fee that stands no more: the form shows the new one, and its confirm is asked for again. */
export function useRereadRate(): (error: Error) => void {
  const client = useQueryClient();
  return (error) => {
    if (!isRateChanged(error)) return;
    void client.invalidateQueries(walletQueries.rates);
    void client.invalidateQueries(walletQueries.terms);
  };
}
