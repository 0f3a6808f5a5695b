import type { Sql } from '#platform/server/database.ts';

/** For each customer a number that grows whenever money of theirs has moved: for whoever cannot be told when it does. */
export async function readVersions(sql: Sql, owners: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await sql.query<{ owner: string; number: bigint }>(
    'SELECT owner, number FROM ledger.accounts WHERE owner = ANY ($1::uuid[])',
    [owners],
  );
  return new Map(rows.map(({ owner, number }) => [owner, number]));
}
