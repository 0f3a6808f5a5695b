import { type Broken, findBroken } from '#ledger/server/audit-books.ts';
import { type AuditOptions, auditCells } from '#ledger/server/audit-cells.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { productInvariants } from './all-invariants.ts';

/**
 * Every rule over the books while the product goes on: the ledger's own cell by cell, each as it was at one moment, and those of the
 * products as all of it was at one moment.
 */
export async function auditInstallation(db: Database, options: AuditOptions): Promise<Broken[]> {
  const { broken } = await auditCells(db, options);
  const ofProducts = await transaction(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SET LOCAL jit = off');
    await tx.query(`SET LOCAL work_mem = '32MB'`);
    // What is joined by cell, owner and number is taken for next to nothing, and millions of entries would be looked up one by one.
    await tx.query('SET LOCAL enable_nestloop = off');
    return findBroken(tx, productInvariants);
  });
  return [...broken, ...ofProducts];
}
