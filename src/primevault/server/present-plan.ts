import { toJsonNumber } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { taxOf } from '#positions/server/tax-settings.ts';
import type { Plan } from '../contract.ts';
import { hasAccepted } from './acceptance-store.ts';
import { readVaultPlan } from './read-vault-plan.ts';

/** What the dialog needs to start: what is on offer, and whether the terms still have to be accepted. */
export async function presentPlan(sql: Sql, mode: Config['mode'], customerId: string): Promise<Plan> {
  const [{ days, rate, amounts, tax }, TermsAccepted] = await Promise.all([
    readVaultPlan(sql, mode),
    hasAccepted(sql, customerId),
  ]);
  return {
    Days: days,
    Rate: toJsonNumber(rate),
    Amounts: [...amounts],
    ...taxOf(tax),
    TermsAccepted,
  };
}
