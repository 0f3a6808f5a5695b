import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { endOtherSessions as contract } from '../session-contract.ts';
import { waitForEntries } from './customer-store.ts';
import type { OtherSecrets } from './other-secrets.ts';
import { endSessionsBut, isSessionAlive } from './session-store.ts';

/**
 * Ends all sessions of the customer but this one, including one that is being opened or renewed. Of two sessions that end each other at the
 * same time, one stays. What opens something and may have been begun in one of them ends too, such as a calendar link (L11).
 */
export function endOtherSessions(
  db: Database,
  others: Pick<OtherSecrets, 'hold' | 'revoke'>,
  { investor, token }: Pick<CallRequest<typeof contract>, 'investor' | 'token'>,
): Promise<void> {
  return transaction(db, async (tx) => {
    others.hold(tx, investor.id);
    waitForEntries(tx, investor.id);
    if (!(await isSessionAlive(tx, token))) throw refusePlatform('unauthenticated');
    await endSessionsBut(tx, investor.id, token);
    await others.revoke(tx, investor.id);
  });
}
