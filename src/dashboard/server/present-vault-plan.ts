import { toJsonNumber } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import { readVaultPlan } from '#primevault/server/read-vault-plan.ts';
import type { Catalog } from '../catalog.ts';

/** What the vault offers now, for the catalog. */
export async function presentVaultPlan(sql: Sql, mode: Config['mode']): Promise<Catalog['Vault']> {
  const plan = await readVaultPlan(sql, mode);
  return { Days: plan.days, Rate: toJsonNumber(plan.rate), Amounts: [...plan.amounts] };
}
