import { type Percent, percent, toDecimal } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import { readVaultPlan } from '#primevault/server/read-vault-plan.ts';
import { vaultDays, vaultRate } from '#primevault/server/vault-settings.ts';
import { rateWith } from '#primevault/vault-plan.ts';
import { type StakePlan, stakePlans } from '#stakes/plans.ts';

type Mode = Config['mode'];

const hundredth = percent('0.01');

/** The stake that returns the most a day: what the house has decided to pay for money at most. */
const best = stakePlans.reduce((one, other) => (dailyOf(other) > dailyOf(one) ? other : one));

function dailyOf({ rate, days }: Pick<StakePlan, 'rate' | 'days'>): number {
  return Number(rate) / days;
}

/**
 * Why the settings as they stand in this transaction would make the house lose by design, null when they do not. What a setting
 * may be by itself its schema says; here are those that only lose together with another.
 */
export async function losesBySettings(sql: Sql, key: string, mode: Mode): Promise<string | null> {
  if (key !== vaultDays.key && key !== vaultRate.key) return null;
  const { days, rate } = await readVaultPlan(sql, mode);
  return losesByRate(rate, days);
}

/** Likewise for points that a promotional code would add to the vault's rate. */
export async function losesByPoints(sql: Sql, points: Percent, mode: Mode): Promise<string | null> {
  const { days, rate } = await readVaultPlan(sql, mode);
  return losesByRate(rateWith(rate, points), days);
}

function losesByRate(rate: Percent, days: number): string | null {
  // Exactly: rate / days ≤ best rate / best days.
  if (rate * BigInt(best.days) <= best.rate * BigInt(days)) return null;
  // Told as rates are typed, in hundredths.
  const most = toDecimal((((best.rate * BigInt(days)) / BigInt(best.days) / hundredth) * hundredth) as Percent);
  return `The vault would give ${toDecimal(rate, 0)} % in ${days} days, more a day than the best stake (${toDecimal(best.rate, 0)} % in ${best.days} days): at most ${most} % in ${days} days, promotional points included.`;
}
