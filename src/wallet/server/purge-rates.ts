import type { Database } from '#database/server/database.ts';
import { purge } from '#database/server/purge.ts';

/**
 * Deletes old rates. The newest and those accepted by operators stay: others are measured against them, and they record why they applied.
 */
export function purgeOldRates(db: Database): Promise<number> {
  return purge(db, {
    table: 'accepted_rates',
    key: 'id',
    where: `last_seen_at < now() - interval '30 days' AND NOT by_operator AND id < (SELECT max(id) FROM accepted_rates)`,
  });
}

export function purgeDecidedRates(db: Database): Promise<number> {
  return purge(db, { table: 'refused_rates', key: 'id', where: `decided_at < now() - interval '90 days'` });
}
