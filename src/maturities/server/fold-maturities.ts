import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

const mostAtOnce = 5000;
/** Fewer lines are left as they are: they are read just as quickly, and folding them costs a transaction. */
const worthFolding = 100;

/**
 * Folds the recorded openings and endings into the sums by day, and returns the number of lines folded. What is owed is
 * the sum of both, so it does not change. Any number of servers may run it concurrently.
 */
export async function foldMaturities(db: Database, least = worthFolding): Promise<number> {
  for (let lines = 0; ;) {
    const [found] = await db.query('SELECT FROM maturity_changes ORDER BY id OFFSET $1 LIMIT 1', [least - 1]);
    const folded = found ? await foldSome(db) : 0;
    lines += folded;
    if (folded < mostAtOnce) return lines;
  }
}

function foldSome(db: Database): Promise<number> {
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
    if (lines > 0) tx.send('DELETE FROM maturity_days WHERE positions = 0 AND amount = 0 AND promised = 0');
    return lines;
  });
}
