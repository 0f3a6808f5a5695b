import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';

const mostAtOnce = 5000;

/**
 * Folds what was noted of openings and endings into the sums by day, and says how many lines that were. What is owed is the
 * sum of both, so it is the same before and after; any number of servers may do it at once.
 */
export function foldMaturities(db: Database): Promise<number> {
  return transaction(db, async (tx) => {
    const [folded] = await tx.query<{ lines: number }>(
      `WITH taken AS (
         DELETE FROM maturity_changes WHERE id IN (
           SELECT id FROM maturity_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
         ) RETURNING product, due_on, positions, amount, promised
       ), folded AS (
         INSERT INTO maturity_days AS d (product, due_on, positions, amount, promised)
         SELECT product, due_on, sum(positions), sum(amount)::bigint, sum(promised)::bigint
         FROM taken GROUP BY product, due_on ORDER BY product, due_on
         ON CONFLICT (product, due_on) DO UPDATE SET positions = d.positions + excluded.positions,
           amount = d.amount + excluded.amount, promised = d.promised + excluded.promised
       )
       SELECT count(*)::integer AS lines FROM taken`,
      [mostAtOnce],
    );
    const lines = folded?.lines ?? 0;
    if (lines > 0) await tx.query('DELETE FROM maturity_days WHERE positions = 0 AND amount = 0 AND promised = 0');
    return lines;
  });
}
