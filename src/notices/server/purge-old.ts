import type { Database } from '#platform/server/database.ts';
import { purgeCells } from '#platform/server/purge.ts';

/** A good year, so that whoever looks back at tax time finds what they were told (docs/decisions/0018-alive.md). */
export const keptDays = 400;

/**
 * Purges what was told long ago, read or not, in real time: moving the sandbox's clock makes nothing old. What happened stays in
 * the ledger and in the history.
 */
export function purgeOldNotices(db: Database): Promise<number> {
  return purgeCells(db, {
    table: 'customer_notices',
    key: 'id',
    where: `written_at < now() - interval '${keptDays} days'`,
  });
}
