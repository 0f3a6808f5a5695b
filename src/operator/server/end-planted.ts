import { dropFeed } from '#maturities/server/calendar-store.ts';
import type { Tx } from '#database/server/database.ts';
import { revokeSecondFactorTraces } from '#secondfactor/server/revoke-traces.ts';

/**
 * Ends whatever opens something and may have been begun in a session that somebody ends on purpose (L11): it may have been a stolen one.
 * Logging out oneself ends the session alone: a calendar that has been subscribed to stays.
 */
export async function endPlanted(tx: Tx, customerId: string): Promise<void> {
  await revokeSecondFactorTraces(tx, customerId);
  await dropFeed(tx, customerId);
}
