import { type Database, type Tx, requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

/** Counts the table rows read by queries in one transaction; returns the count and the queries' answer. */
export async function countLooks<Answer>(
  db: Database,
  table: string,
  ask: (tx: Tx) => Promise<Answer>,
): Promise<{ looked: number; answer: Answer }> {
  const looks = (tx: Tx): Promise<{ rows: bigint }> =>
    requireOne(
      tx,
      `SELECT idx_tup_fetch + seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relid = $1::regclass`,
      [table],
    );
  return transaction(db, async (tx) => {
    const before = await looks(tx);
    const answer = await ask(tx);
    const after = await looks(tx);
    return { looked: Number(after.rows - before.rows), answer };
  });
}
