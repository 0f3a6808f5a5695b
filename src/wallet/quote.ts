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

/** How much of a currency a dollar is, in millionths: 5.4321 is 5_432_100n. Exact to six decimals. */
declare const exchangeRateBrand: unique symbol;
export type ExchangeRate = bigint & { readonly [exchangeRateBrand]: true };

export const oneToOne = exchangeRate('1');

const rateScale = 1_000_000n;

export function exchangeRate(decimal: string): ExchangeRate {
  return usd(decimal) as bigint as ExchangeRate;
}

/** What was agreed when a transfer was asked for. It stays so, whatever the rate does before the brokerage answers. */
export interface Quote {
  rate: ExchangeRate;
  /** USD, out of the amount. */
  fee: Micros;
  /** What the two firms settle, in the currency. */
  net: Micros;
}

/**
 * What bringing an amount costs at the brokerage: USDT one to one, reais at the day's high, rounded up to a whole cent so
 * that what is taken there covers what is credited here. Null when it takes a rate and there is none: nothing is guessed.
 */
export function quoteDeposit(amount: Micros, currency: Currency, high: ExchangeRate | null): Quote | null {
  if (currency === 'usdt') return { rate: oneToOne, fee: zero, net: amount };
  if (!high) return null;
  const cents = roundUp(amount * high, rateScale * microsPerCent);
  return { rate: high, fee: zero, net: micros(cents * microsPerCent) };
}

/** What a withdrawal in USDT costs (spec §9), for as long as the operator has set nothing else. */
export const standardUsdtFee = percent('2');

/**
 * What a withdrawal brings at the brokerage: the amount less its fee, at the rate. In USDT the fee of the
 * moment and one to one, in reais no fee and the day's low, rounded down to a whole cent: never more than the amount is worth. Null without a rate.
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
