import type { Database } from '#platform/server/database.ts';
import { keepFor } from '#platform/server/keep-for.ts';
import { gaugeBy } from '#platform/server/metrics.ts';

/**
 * Publishes how far the clockwork is behind, in seconds of business time: since when the longest due position waits to be paid, and the
 * first cause to be carried to those who earn from it. Without it, a customer would be the first to notice that no worker runs. Each is a
 * look-up of the first row of an index, in each cell or in all.
 */
export function watchSettling(db: Database, keptMs = 10_000): void {
  const read = keepFor(keptMs, async () => {
    const rows = await db.query<{ what: string; overdue: number }>(`
      SELECT what, greatest(0, coalesce(extract(epoch FROM business_now() - since), 0))::float8 AS overdue FROM (
        SELECT 'positions' AS what, min(first.ends_at) AS since FROM ledger.treasury AS c, LATERAL (
          SELECT ends_at FROM positions WHERE cell = c.cell AND state = 'running' ORDER BY ends_at LIMIT 1
        ) AS first
        UNION ALL
        SELECT 'awards', (SELECT happened_at FROM network_causes WHERE done_at IS NULL ORDER BY recorded_xid, customer_id, number LIMIT 1)
      ) AS waiting`);
    return Object.fromEntries(rows.map(({ what, overdue }) => [what, overdue]));
  });
  gaugeBy('lastro_settling_overdue_seconds', 'How long what is due longest waits to be settled.', 'what', read);
}
