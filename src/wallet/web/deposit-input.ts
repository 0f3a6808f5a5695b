import { requestAmount } from '#money/amount.ts';
import { fromJsonNumber, type Micros, toJsonNumber, zero } from '#money/money.ts';
import { safeParse } from 'zod/v4/core';
import type { Currency, DepositTerms, ExchangeRates } from '../contract.ts';
import { type ExchangeRate, exchangeRate, type Quote, quoteDeposit } from '../quote.ts';

/** The rate for deposits; null when there is none and BRL cannot be offered. */
export function depositRate(rates: ExchangeRates | undefined): ExchangeRate | null {
  const high = rates?.Usdbrl.High ?? 0;
  return high > 0 ? exchangeRate(high.toFixed(6)) : null;
}

/** Above zero, and an amount that a request accepts (F1). */
function isBringable(amount: Micros | null): amount is Micros {
  return amount !== null && amount > zero && safeParse(requestAmount, toJsonNumber(amount)).success;
}

/** Why an amount cannot be brought; null when it can, as far as this page knows. */
export function problemOf(amount: Micros | null, terms: DepositTerms | undefined): 'invalid' | 'tooLittle' | null {
  if (!isBringable(amount)) return 'invalid';
  return terms && amount < fromJsonNumber(terms.Minimum) ? 'tooLittle' : null;
}

/** What the deposit costs at the brokerage; null while there is no amount, or no rate for it. */
export function quoteInput(amount: Micros | null, currency: Currency, rate: ExchangeRate | null): Quote | null {
  return isBringable(amount) ? quoteDeposit(amount, currency, rate) : null;
}
