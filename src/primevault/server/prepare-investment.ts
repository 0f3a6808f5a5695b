import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { gatherFlights } from '#platform/server/flights.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { openInvestment as contract } from '../contract.ts';
import type { VaultPlan } from '../vault-plan.ts';
import { hasAccepted } from './acceptance-store.ts';
import { type PreparedPromocode, preparePromocode } from './prepare-promocode.ts';
import { readVaultPlan } from './read-vault-plan.ts';

/** What a deposit is judged by that its own transaction does not change. */
export interface PreparedInvestment extends PreparedPromocode {
  plan: VaultPlan;
  /** Whether the customer has accepted the terms; that is not taken back. */
  isAccepted: boolean;
}

/**
 * Reads what the vault offers and claims a use of the code in one flight, so that the deposit's transaction has nothing to wait for.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function prepareInvestment(
  db: Database,
  mode: Config['mode'],
  call: Pick<CallRequest<typeof contract>, 'investor' | 'body' | 'key' | 'address'>,
): Promise<PreparedInvestment> {
  const together = gatherFlights(db, 1);
  const [plan, isAccepted, promocode] = await Promise.all([
    readVaultPlan(together, mode),
    hasAccepted(together, call.investor.id),
    preparePromocode(together, call),
  ]);
  return { ...promocode, plan, isAccepted };
}
