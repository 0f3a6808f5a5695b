import type { Database } from '#database/server/database.ts';
import { purgeCells } from '#database/server/purge.ts';

/** Deletes origins not seen for half a year: they no longer say anything about anyone. */
export function purgeOldOrigins(db: Database): Promise<number> {
  return purgeCells(db, {
    table: 'customer_origins',
    key: 'customer_id, kind, mark',
    where: `last_seen_at < now() - interval '180 days'`,
  });
}
