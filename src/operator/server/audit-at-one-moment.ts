import type { Broken } from '#ledger/server/audit-books.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { findEverythingBroken } from './all-invariants.ts';

/** All rules see the books as they were at one moment, while the product goes on; a large ledger takes its time. */
export function auditAtOneMoment(db: Database): Promise<Broken[]> {
  return transaction(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await tx.query('SET LOCAL statement_timeout = 0');
    return findEverythingBroken(tx);
  });
}
