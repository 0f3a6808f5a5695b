import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

class TakenBack extends Error {}

/** Runs work in a transaction, with its checks, and rolls it back. */
export async function tryOut(db: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  const done = transaction(db, async (tx) => {
    await work(tx);
    throw new TakenBack();
  });
  await done.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
}
