import { requestAmount } from '#money/amount.ts';
import { fromJsonNumber, type Micros, percentFromJsonNumber, toJsonNumber, zero } from '#money/money.ts';
import { safeParse } from 'zod/v4/core';
import type { Currency, ExchangeRates, WithdrawalTerms } from '../contract.ts';
import { type ExchangeRate, exchangeRate, type Quote, quoteWithdrawal } from '../quote.ts';

/** The rate for withdrawals; null when there is none and BRL cannot be offered. */
export function withdrawalRate(rates: ExchangeRates | undefined): ExchangeRate | null {
  const low = rates?.Usdbrl.Low ?? 0;
  return low > 0 ? exchangeRate(low.toFixed(6)) : null;
}

/** Why an amount cannot be withdrawn; null when it can, as far as this page knows. */
export type WithdrawalProblem = 'invalid' | 'tooMuch';

export function problemOf(amount: Micros | null, balance: number | undefined): WithdrawalProblem | null {
  const isAmount = amount !== null && amount > zero && safeParse(requestAmount, toJsonNumber(amount)).success;
  if (!isAmount) return 'invalid';
  return balance !== undefined && amount > fromJsonNumber(balance) ? 'tooMuch' : null;
}

/** The terms used for the calculation, as shown. */
export interface ShownTerms {
  currency: Currency;
  rate: ExchangeRate | null;
  /** The fee of a withdrawal in USDT, per cent; undefined until it is known. */
  usdtFee: number | undefined;
}

/** What the withdrawal yields at the brokerage; null while there is no amount, no rate or fee for it, or too little for a single cent. */
export function quoteInput(amount: Micros | null, { currency, rate, usdtFee }: ShownTerms): Quote | null {
  if (amount === null || problemOf(amount, undefined)) return null;
  if (currency === 'usdt' && usdtFee === undefined) return null;
  const quote = quoteWithdrawal(amount, currency, { low: rate, usdtFee: percentFromJsonNumber(usdtFee ?? 0) });
  return quote && quote.net > zero ? quote : null;
}

/** Whether an operator decides first: above the automatic limit, or soon after a change of the account (F6). Null while it is not known. */
export function needsApproval(amount: Micros | null, terms: WithdrawalTerms | undefined): boolean | null {
  if (amount === null || !terms) return null;
  return terms.Waits.length > 0 || isOverLimit(amount, terms);
}

export function isOverLimit(amount: Micros, { Left }: WithdrawalTerms): boolean {
  return amount > fromJsonNumber(Left);
}
