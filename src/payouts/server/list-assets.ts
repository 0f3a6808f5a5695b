import type { Sql } from '#database/server/database.ts';
import { reaches, runs } from './list-operations.ts';

/** Lists the assets by which the caller's operations can be filtered, each once. */
export async function listAssets(sql: Sql, customerId: string): Promise<string[]> {
  const rows = await sql.query<{ asset: string }>(assetsSql, [customerId]);
  return rows.map(({ asset }) => asset);
}

/** Skips from asset to asset by index, and looks for the newest operation of each that the caller took part in. */
const assetsSql = `
  WITH RECURSIVE traded AS (
    SELECT f.product, (SELECT min(o.asset) FROM operations o WHERE o.product = f.product) AS asset FROM payout_feeds f
    UNION ALL
    SELECT t.product, (SELECT min(o.asset) FROM operations o WHERE o.product = t.product AND o.asset > t.asset)
    FROM traded t WHERE t.asset IS NOT NULL
  ), runs AS (${runs})
  SELECT DISTINCT t.asset FROM traded t JOIN runs ON runs.product = t.product CROSS JOIN LATERAL (
    SELECT FROM operations o
    WHERE o.product = t.product AND o.asset = t.asset
      AND o.happened_at >= lower(runs.run) AND o.happened_at < upper(runs.run)
      AND EXISTS (SELECT FROM positions p WHERE p.customer_id = $1 AND p.cell = cell_of($1) AND ${reaches})
    ORDER BY o.happened_at DESC, o.id DESC LIMIT 1
  ) newest
  ORDER BY t.asset LIMIT 500`;
