import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { endOneSession as contract } from '../session-contract.ts';
import type { OtherSecrets } from './other-secrets.ts';
import { endSessionById } from './session-store.ts';

/**
 * Ends a session, and what may have been begun in it (L11). Somebody else's session, and one that has ended, both count as not found.
 */
export function endOneSession(
  db: Database,
  others: Pick<OtherSecrets, 'hold' | 'revoke'>,
  { investor, params }: Pick<CallRequest<typeof contract>, 'investor' | 'params'>,
): Promise<void> {
  return transaction(db, async (tx) => {
    others.hold(tx, investor.id);
    const isEnded = isUuid(params.id) && (await endSessionById(tx, investor.id, params.id));
    if (!isEnded) throw refusePlatform('not_found');
    await others.revoke(tx, investor.id);
  });
}
