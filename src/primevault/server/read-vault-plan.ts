import { percentFromJsonNumber } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { readTaxRate } from '#positions/server/tax-settings.ts';
import type { VaultPlan } from '../vault-plan.ts';
import { vaultAmounts, vaultDays, vaultRate } from './vault-settings.ts';

/** What the vault offers now, as set by the operator. */
export async function readVaultPlan(sql: Sql, mode: Config['mode']): Promise<VaultPlan> {
  const [days, rate, amounts, tax] = await Promise.all([
    readSetting(sql, vaultDays, mode),
    readSetting(sql, vaultRate, mode),
    readSetting(sql, vaultAmounts, mode),
    readTaxRate(sql, mode),
  ]);
  return { days, rate: percentFromJsonNumber(rate), amounts, tax };
}
