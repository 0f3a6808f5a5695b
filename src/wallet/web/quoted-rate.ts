import { useQueryClient } from '@tanstack/react-query';
import { micros, toDecimal } from '#money/money.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import type { Currency } from '../contract.ts';
import type { ExchangeRate } from '../quote.ts';
import { walletQueries } from './data.ts';

/** At which rate a transfer was shown to its customer: the server makes it at no other. */
export interface QuotedRate {
  'quoted-rate'?: string;
}

export function quotedRate(currency: Currency, rate: ExchangeRate | null): QuotedRate {
  return currency === 'brl' && rate ? { 'quoted-rate': toDecimal(micros(rate), 0) } : {};
}

const rateChanged = 'rate_changed';

export function isRateChanged(error: Error): boolean {
  return error instanceof ApiRefusal && error.code === rateChanged;
}

/** After a refusal for a rate that stands no more: the form shows the new one, and its confirm is asked for again. */
export function useRereadRate(): (error: Error) => void {
  const client = useQueryClient();
  return (error) => {
    if (isRateChanged(error)) void client.invalidateQueries(walletQueries.rates);
  };
}
