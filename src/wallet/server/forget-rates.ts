import type { Database } from '#platform/server/database.ts';
import { forget } from '#platform/server/forget.ts';

/** Rates of long ago. The newest and those that operators accepted stay: they are what others are measured by, and why they counted. */
export function forgetOldRates(db: Database): Promise<number> {
  return forget(db, {
    table: 'accepted_rates',
    key: 'id',
    where: `last_seen_at < now() - interval '30 days' AND NOT by_operator AND id < (SELECT max(id) FROM accepted_rates)`,
  });
}

export function forgetDecidedRates(db: Database): Promise<number> {
  return forget(db, { table: 'refused_rates', key: 'id', where: `decided_at < now() - interval '90 days'` });
}
