import type { Sql } from '#database/server/database.ts';

/** Returns for each customer a number that grows whenever their money moves, for callers that cannot be notified of it. */
export async function readVersions(sql: Sql, owners: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await sql.query<{ owner: string; number: bigint }>(
    'SELECT owner, number FROM ledger.accounts WHERE owner = ANY ($1::uuid[])',
    [owners],
  );
  return new Map(rows.map(({ owner, number }) => [owner, number]));
}
