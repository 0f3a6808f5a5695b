import type { Database } from '#database/server/database.ts';
import { keepFor } from '#platform/server/keep-for.ts';
import { isDueSql } from '#positions/server/position-store.ts';
import { gaugeBy } from '#telemetry/server/metrics.ts';

/**
 * Publishes how far the clockwork is behind, in seconds of business time: since when the longest due position waits to be paid, and the
 * first cause to be carried to those who earn from it. Without it, a customer would be the first to notice that no worker runs. Each is a
 * look-up of the first row of an index.
 */
export function watchSettling(db: Database, keptMs = 10_000): void {
  const read = keepFor(keptMs, async () => {
    const rows = await db.query<{ what: string; overdue: number }>(`
      SELECT what, greatest(0, coalesce(extract(epoch FROM business_now() - since), 0))::float8 AS overdue FROM (
        SELECT 'positions' AS what, min(first.since) AS since FROM feeds_paid_until(business_now()) f, LATERAL (
          SELECT CASE WHEN p.rate IS NOT NULL THEN p.ends_at WHEN p.ends_at <= fed.complete_until
              THEN least(greatest(p.ends_at, fed.completed_at), p.ends_at + longest_wait()) ELSE p.ends_at + longest_wait() END AS since
          FROM positions p LEFT JOIN payout_feeds fed ON fed.product = p.product
          WHERE p.state = 'running' AND ${isDueSql('business_now()')} ORDER BY p.ends_at LIMIT 1
        ) AS first
        UNION ALL
        SELECT 'awards', (SELECT happened_at FROM network_causes WHERE done_at IS NULL ORDER BY place, customer_id, number LIMIT 1)
      ) AS waiting`);
    return Object.fromEntries(rows.map(({ what, overdue }) => [what, overdue]));
  });
  gaugeBy('lastro_settling_overdue_seconds', 'How long what is due longest waits to be settled.', 'what', read);
}
