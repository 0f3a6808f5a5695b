import { requireOne, type Sql } from '#platform/server/database.ts';

/** How many investments have fallen due by `now` and are not paid yet, those included that a worker is just paying. */
export async function countDueInvestments(sql: Sql, now: Date): Promise<number> {
  const row = await requireOne<{ due: bigint }>(
    sql,
    `SELECT count(*) AS due FROM bot_investments WHERE status = 'in_progress' AND ends_at <= $1`,
    [now],
  );
  return Number(row.due);
}
