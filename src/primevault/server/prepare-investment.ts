import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { gatherFlights } from '#database/server/flights.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { readSettingsMoment } from '#settings/server/settings.ts';
import type { openInvestment as contract } from '../contract.ts';
import type { VaultPlan } from '../vault-plan.ts';
import { hasAccepted } from './acceptance-store.ts';
import { type PreparedPromocode, preparePromocode } from './prepare-promocode.ts';
import { readVaultPlan } from './read-vault-plan.ts';

/** Everything a deposit is checked against that its own transaction does not change. */
export interface PreparedInvestment extends PreparedPromocode {
  plan: VaultPlan;
  /** When the plan was read. */
  readAt: Date;
  /** Whether the customer has accepted the terms; acceptance is never withdrawn. */
  isAccepted: boolean;
}

/**
 * Reads the vault's plan and claims a use of the code in one round trip, so that the deposit's transaction waits for nothing.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function prepareInvestment(
  db: Database,
  mode: Config['mode'],
  call: Pick<CallRequest<typeof contract>, 'investor' | 'body' | 'key' | 'address'>,
): Promise<PreparedInvestment> {
  const together = gatherFlights(db, 1);
  const [plan, { at }, isAccepted, promocode] = await Promise.all([
    readVaultPlan(together, mode),
    readSettingsMoment(together),
    hasAccepted(together, call.investor.id),
    preparePromocode(together, call),
  ]);
  return { ...promocode, plan, readAt: at, isAccepted };
}
