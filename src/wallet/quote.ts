import {
  type Micros,
  micros,
  microsPerCent,
  percent,
  type Percent,
  percentOf,
  roundDown,
  roundUp,
  usd,
  zero,
} from '#money/money.ts';
import { type Currency } from './contract.ts';

/** Units of a currency per dollar, in millionths: 5.4321 is 5_432_100n. Exact to six decimals. */
declare const exchangeRateBrand: unique symbol;
export type ExchangeRate = bigint & { readonly [exchangeRateBrand]: true };

export const oneToOne = exchangeRate('1');

const rateScale = 1_000_000n;

export function exchangeRate(decimal: string): ExchangeRate {
  return usd(decimal) as bigint as ExchangeRate;
}

/** The terms agreed when a transfer was requested; fixed, whatever the rate does before the brokerage answers. */
export interface Quote {
  rate: ExchangeRate;
  /** USD, taken from the amount. */
  fee: Micros;
  /** The amount that the two firms settle, in the currency. */
  net: Micros;
}

/**
 * What a deposit costs at the brokerage: USDT one to one, reais at the day's high, rounded up to a whole cent so that what is taken there
 * covers what is credited here. Null when a rate is needed and there is none: nothing is guessed.
 */
export function quoteDeposit(amount: Micros, currency: Currency, high: ExchangeRate | null): Quote | null {
  if (currency === 'usdt') return { rate: oneToOne, fee: zero, net: amount };
  if (!high) return null;
  const cents = roundUp(amount * high, rateScale * microsPerCent);
  return { rate: high, fee: zero, net: micros(cents * microsPerCent) };
}

/** The fee of a withdrawal in USDT (spec §9), unless the operator has set another. */
export const standardUsdtFee = percent('2');

/**
 * What a withdrawal yields at the brokerage: the amount less its fee, at the rate. USDT has the current fee and one to one; reais no fee
 * and the day's low, rounded down to a whole cent: never more than the amount is worth. Null when there is no rate.
 */
export function quoteWithdrawal(
  amount: Micros,
  currency: Currency,
  { low, usdtFee }: { low: ExchangeRate | null; usdtFee: Percent },
): Quote | null {
  if (currency === 'usdt') {
    const fee = percentOf(amount, usdtFee, roundUp);
    return { rate: oneToOne, fee, net: micros(amount - fee) };
  }
  if (!low) return null;
  const cents = roundDown(amount * low, rateScale * microsPerCent);
  return { rate: low, fee: zero, net: micros(cents * microsPerCent) };
}
