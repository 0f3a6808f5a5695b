import type { Sql } from '#platform/server/database.ts';

/** For each customer a number that grows whenever money of theirs has moved: for whoever cannot be told when it does. */
export async function readVersions(sql: Sql, owners: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await sql.query<{ owner: string; version: bigint }>(
    `SELECT a.owner, sum(b.version)::bigint AS version
     FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner = ANY ($1::uuid[]) GROUP BY a.owner`,
    [owners],
  );
  return new Map(rows.map(({ owner, version }) => [owner, version]));
}
