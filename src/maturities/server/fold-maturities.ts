import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

const mostAtOnce = 5000;
/** Fewer lines are left as they are: they are read just as quickly, and folding them costs a transaction. */
const worthFolding = 100;

/**
 * Folds the recorded openings and endings into the sums by day, a cell at a time, and returns the number of lines folded. What is owed is
 * the sum of both, so it does not change. Any number of servers may run it concurrently.
 */
export async function foldMaturities(db: Database, least = worthFolding): Promise<number> {
  const cells = await db.query<{ cell: number }>(
    `SELECT c.cell FROM ledger.treasury AS c
     WHERE EXISTS (SELECT FROM maturity_changes WHERE cell = c.cell ORDER BY id OFFSET $1 LIMIT 1)`,
    [least - 1],
  );
  let lines = 0;
  for (const { cell } of cells) lines += await foldCell(db, cell);
  return lines;
}

function foldCell(db: Database, cell: number): Promise<number> {
  return transaction(db, async (tx) => {
    const [folded] = await tx.query<{ lines: number }>(
      `WITH taken AS (
         DELETE FROM maturity_changes WHERE cell = $1 AND id IN (
           SELECT id FROM maturity_changes WHERE cell = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
         ) RETURNING product, due_on, positions, amount, promised
       ), folded AS (
         INSERT INTO maturity_days AS d (cell, product, due_on, positions, amount, promised)
         SELECT $1, product, due_on, sum(positions), sum(amount)::bigint, sum(promised)::bigint
         FROM taken GROUP BY product, due_on ORDER BY product, due_on
         ON CONFLICT (product, due_on, cell) DO UPDATE SET positions = d.positions + excluded.positions,
           amount = d.amount + excluded.amount, promised = d.promised + excluded.promised
       )
       SELECT count(*)::integer AS lines FROM taken`,
      [cell, mostAtOnce],
    );
    const lines = folded?.lines ?? 0;
    if (lines > 0) {
      tx.send('DELETE FROM maturity_days WHERE cell = $1 AND positions = 0 AND amount = 0 AND promised = 0', [cell]);
    }
    return lines;
  });
}
