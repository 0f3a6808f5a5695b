import * as z from 'zod/mini';
import { type Percent, percentFromJsonNumber } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { declareSetting, readSetting } from '#settings/server/settings.ts';
import { type ExchangeRate, exchangeRate } from '../quote.ts';

type Mode = Config['mode'];

const bound = z.number().check(
  z.gte(0.01),
  z.lte(50),
  z.refine((value) => Number(value.toFixed(2)) === value),
);

export const rateMaxAgeMinutes = declareSetting({
  key: 'wallet.rate_max_age_minutes',
  unit: 'minutes',
  description:
    'For how many minutes after its source quoted it the USD-BRL rate is valid, 1 to 10080; a market closed for longer closes BRL',
  schema: z.int().check(z.gte(1), z.lte(10_080)),
  standard: () => 60,
});

const rateMaxSpreadPercent = declareSetting({
  key: 'wallet.rate_max_spread_percent',
  unit: 'percent',
  description: 'By how many per cent the high of the USD-BRL rate may exceed its low, 0.01 to 50',
  schema: bound,
  standard: () => 4,
});

const rateMaxChangePercent = declareSetting({
  key: 'wallet.rate_max_change_percent',
  unit: 'percent',
  description:
    'By how many per cent the USD-BRL rate may differ from the last one accepted, and from any accepted in the last 24 hours, 0.01 to 50',
  schema: bound,
  standard: () => 3,
});

const rateMaxDisagreementPercent = declareSetting({
  key: 'wallet.rate_max_disagreement_percent',
  unit: 'percent',
  description:
    'By how many per cent the two sources of the USD-BRL rate may differ, if RATES_URL_2 sets a second, 0.01 to 50',
  schema: bound,
  standard: () => 2,
});

const edge = z.number().check(z.gte(0.01), z.lte(9999));

const rateFirstBetween = declareSetting({
  key: 'wallet.rate_first_between',
  unit: 'rates',
  description:
    'The bounds within which the very first USD-BRL rate is accepted, like [4.5,6.5]; [] leaves it to "rates accept" or a second source',
  schema: z.array(edge).check(z.refine((ends) => ends.length === 0 || (ends.length === 2 && isAscending(ends)))),
  standard: (mode) => (mode === 'sandbox' ? [4, 8] : []),
});

export const rateSettings = [
  rateMaxAgeMinutes,
  rateMaxSpreadPercent,
  rateMaxChangePercent,
  rateMaxDisagreementPercent,
  rateFirstBetween,
];

function isAscending(ends: readonly number[]): boolean {
  return (ends[0] as number) < (ends[1] as number);
}

/** The bounds by which a rate is judged. */
export interface RateBounds {
  maxAgeMinutes: number;
  maxSpread: Percent;
  maxChange: Percent;
  maxDisagreement: Percent;
  /** Bounds for the first rate of all; null where an operator decides on it. */
  firstBetween: readonly [ExchangeRate, ExchangeRate] | null;
}

export async function readRateBounds(sql: Sql, mode: Mode): Promise<RateBounds> {
  const [maxAgeMinutes, spread, change, disagreement, [least, most]] = await Promise.all([
    readSetting(sql, rateMaxAgeMinutes, mode),
    readSetting(sql, rateMaxSpreadPercent, mode),
    readSetting(sql, rateMaxChangePercent, mode),
    readSetting(sql, rateMaxDisagreementPercent, mode),
    readSetting(sql, rateFirstBetween, mode),
  ]);
  return {
    maxAgeMinutes,
    maxSpread: percentFromJsonNumber(spread),
    maxChange: percentFromJsonNumber(change),
    maxDisagreement: percentFromJsonNumber(disagreement),
    firstBetween: least && most ? [asRate(least), asRate(most)] : null,
  };
}

function asRate(value: number): ExchangeRate {
  return exchangeRate(value.toFixed(6));
}
