import { useQueryClient } from '@tanstack/react-query';
import { micros, toDecimal } from '#money/money.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import type { Currency } from '../contract.ts';
import type { ExchangeRate } from '../quote.ts';
import { walletQueries } from './data.ts';
import type { ShownTerms } from './withdraw-input.ts';

/** The rate that the customer was shown for a transfer: the server makes it at no other. */
export interface QuotedRate {
  'quoted-rate'?: string;
}

export function quotedRate(currency: Currency, rate: ExchangeRate | null): QuotedRate {
  return currency === 'brl' && rate ? { 'quoted-rate': toDecimal(micros(rate), 0) } : {};
}

/** The rate or fee shown for a withdrawal, likewise. */
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

/** After a refusal because the rate or fee no longer stands, refetches both: the form shows the new one and has to be confirmed again. */
export function useRereadRate(): (error: Error) => void {
  const client = useQueryClient();
  return (error) => {
    if (!isRateChanged(error)) return;
    void client.invalidateQueries(walletQueries.rates);
    void client.invalidateQueries(walletQueries.terms);
  };
}
