import type { Database } from '#database/server/database.ts';
import { purgeCells } from '#database/server/purge.ts';

/** A good year, so that customers can look back at tax time (docs/decisions/0018-alive.md). */
export const keptDays = 400;

/**
 * Purges old notices, read or not, by real time: moving the sandbox's clock makes nothing old. The events stay in the ledger and in the
 * history.
 */
export function purgeOldNotices(db: Database): Promise<number> {
  return purgeCells(db, {
    table: 'customer_notices',
    key: 'id',
    where: `written_at < now() - interval '${keptDays} days'`,
  });
}
