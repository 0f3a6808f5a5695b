import * as z from 'zod/mini';
import { amountOf, requestAmount } from '#money/amount.ts';
import { type Micros, toJsonNumber } from '#money/money.ts';
import { percentUpTo } from '#money/percent-schema.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { declareSetting, readSetting } from '#settings/server/settings.ts';
import { standardUsdtFee } from '../quote.ts';
import { rateSettings } from './rate-settings.ts';

type Mode = Config['mode'];

export const withdrawalLimitUsd = declareSetting({
  key: 'wallet.withdrawal_limit_usd',
  unit: 'usd',
  description:
    'How many USD a customer may withdraw in 24 hours without an operator: anything beyond waits for approval',
  schema: requestAmount,
  standard: () => 5000,
});

export const houseWithdrawalLimitUsd = declareSetting({
  key: 'wallet.house_withdrawal_limit_usd',
  unit: 'usd',
  description:
    'How many USD all customers together may withdraw in 24 hours without an operator: anything beyond waits for approval',
  schema: requestAmount,
  standard: () => 50_000,
});

export const brlLimitHour = declareSetting({
  key: 'wallet.brl_limit_hour',
  unit: 'brl',
  description:
    'How many BRL all customers together may withdraw in an hour without an operator: anything beyond waits for approval',
  schema: requestAmount,
  standard: () => 150_000,
});

export const brlDepositLimitHour = declareSetting({
  key: 'wallet.brl_deposit_limit_hour',
  unit: 'brl',
  description:
    'How many BRL all customers together may bring in an hour of the clock, and one customer a quarter of it: anything beyond is refused',
  schema: requestAmount,
  standard: (mode) => (mode === 'sandbox' ? 1_000_000_000 : 600_000),
});

export const minDepositUsd = declareSetting({
  key: 'wallet.min_deposit_usd',
  unit: 'usd',
  description: 'The minimum deposit, in USD, 0.01 or more',
  schema: requestAmount.check(z.gte(0.01)),
  // The form takes anything above zero (spec §5). Where the brokerage is real, each transfer costs it, and others their turn.
  standard: (mode) => (mode === 'sandbox' ? 0.01 : 1),
});

/** Applies to withdrawals requested from then on; earlier ones keep their fee. */
export const usdtFeePercent = declareSetting({
  key: 'wallet.usdt_fee_percent',
  unit: 'percent',
  description: 'What a withdrawal in USDT costs, in per cent of the amount, 0 to 10, at most two decimals',
  schema: percentUpTo(10),
  standard: () => toJsonNumber(standardUsdtFee),
});

export const walletSettings = [
  withdrawalLimitUsd,
  houseWithdrawalLimitUsd,
  brlLimitHour,
  brlDepositLimitHour,
  minDepositUsd,
  usdtFeePercent,
  ...rateSettings,
];

export async function readLimit(sql: Sql, setting: typeof withdrawalLimitUsd, mode: Mode): Promise<Micros> {
  return amountOf(await readSetting(sql, setting, mode));
}

/** What may leave without an operator, for all customers together. */
export interface HouseLimits {
  usdInDay: Micros;
  brlInHour: Micros;
}

/** The current limits, the same in every mode. They apply when a withdrawal is requested, and again when it is sent. */
export async function readHouseLimits(sql: Sql): Promise<HouseLimits> {
  const [usdInDay, brlInHour] = await Promise.all([
    readLimit(sql, houseWithdrawalLimitUsd, 'production'),
    readLimit(sql, brlLimitHour, 'production'),
  ]);
  return { usdInDay, brlInHour };
}
