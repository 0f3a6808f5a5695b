import type { Sql } from '#platform/server/database.ts';
import { reaches } from './list-operations.ts';

/** What a list of the caller's operations can be filtered by: each asset once. */
export async function listAssets(sql: Sql, customerId: string): Promise<string[]> {
  const rows = await sql.query<{ asset: string }>(
    `SELECT DISTINCT o.asset FROM payout_participations p JOIN operations o ON ${reaches}
     WHERE p.customer_id = $1 ORDER BY o.asset LIMIT 500`,
    [customerId],
  );
  return rows.map(({ asset }) => asset);
}
