import { refusePlatform } from '#platform/refusals.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { readNotices as contract } from '../contract.ts';
import { countUnreadOf, markRead, markReadUpTo } from './notice-store.ts';

/** Marks notices as read, for every device. Another customer's notice is not found, and a read notice stays read. */
export function readNotices(
  db: Database,
  { investor, body }: Pick<CallRequest<typeof contract>, 'investor' | 'body'>,
): Promise<{ Count: number }> {
  return transaction(db, async (tx) => {
    if (body.ids) await markRead(tx, investor.id, body.ids);
    else if (!(await markReadUpTo(tx, investor.id, body.upto ?? ''))) throw refusePlatform('not_found');

    noteChange(tx, investor.id, 'notices');
    return { Count: await countUnreadOf(tx, investor.id) };
  });
}
