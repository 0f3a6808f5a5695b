import { type Micros, micros } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';

/** What the treasury owes for awards that are due, and what it will for bonuses whose positions still run. */
export async function sumAwardsToCome(sql: Sql): Promise<{ owed: Micros; waiting: Micros }> {
  const row = await requireOne<{ owed: bigint; waiting: bigint }>(
    sql,
    `SELECT coalesce(sum(value) FILTER (WHERE due_at IS NOT NULL), 0)::bigint AS owed,
       coalesce(sum(value) FILTER (WHERE due_at IS NULL), 0)::bigint AS waiting
     FROM network_awards WHERE paid_at IS NULL AND void_at IS NULL`,
    [],
  );
  return { owed: micros(row.owed), waiting: micros(row.waiting) };
}
