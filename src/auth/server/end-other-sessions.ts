import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { endOtherSessions as contract } from '../session-contract.ts';
import { waitForEntries } from './customer-store.ts';
import { endSessionsBut, isSessionAlive } from './session-store.ts';

/**
 * Ends all sessions of the customer but this one, including one that is being opened or renewed. Of two sessions that end each other at the
 * same time, one stays.
 */
export function endOtherSessions(
  db: Database,
  { investor, token }: Pick<CallRequest<typeof contract>, 'investor' | 'token'>,
): Promise<void> {
  return transaction(db, async (tx) => {
    waitForEntries(tx, investor.id);
    if (!(await isSessionAlive(tx, token))) throw refusePlatform('unauthenticated');
    await endSessionsBut(tx, investor.id, token);
  });
}
