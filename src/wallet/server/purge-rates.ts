import type { Database } from '#platform/server/database.ts';
import { purge } from '#platform/server/purge.ts';

/** Rates of long ago. The newest and those that operators accepted stay: they are what others are measured by, and why they counted. */
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
