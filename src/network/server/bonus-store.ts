import { type Micros, micros } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';

/** Due and not paid, and bonuses whose positions still run; each has an index of its own. Whatever is void is neither. */
export const awardsOwed = 'paid_at IS NULL AND due_at IS NOT NULL';
export const bonusesWaiting = 'due_at IS NULL AND void_at IS NULL';

/** What the treasury owes for awards that are due, and what it will for bonuses whose positions still run. */
export async function sumAwardsToCome(sql: Sql): Promise<{ owed: Micros; waiting: Micros }> {
  const sumOf = (which: string): string =>
    `(SELECT coalesce(sum(value), 0)::bigint FROM network_awards WHERE ${which})`;
  const row = await requireOne<{ owed: bigint; waiting: bigint }>(
    sql,
    `SELECT ${sumOf(awardsOwed)} AS owed, ${sumOf(bonusesWaiting)} AS waiting`,
    [],
  );
  return { owed: micros(row.owed), waiting: micros(row.waiting) };
}
