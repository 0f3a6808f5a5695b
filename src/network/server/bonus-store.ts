import { type Micros, micros } from '#money/money.ts';
import { requireOne, type Sql } from '#database/server/database.ts';

/** Awards due but unpaid, and bonuses whose positions are still running; each has its own index. Void awards are neither. */
export const awardsOwed = 'paid_at IS NULL AND due_at IS NOT NULL';
export const bonusesWaiting = 'due_at IS NULL AND void_at IS NULL';

/** Returns what the treasury owes for due awards, and what it will owe for bonuses whose positions are still running. */
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
