import type { Broken } from '#ledger/server/audit-books.ts';
import { type AuditOptions, auditCells } from '#ledger/server/audit-cells.ts';
import type { Database } from '#database/server/database.ts';
import { productInvariants } from './all-invariants.ts';
import { auditProducts } from './audit-products.ts';

/**
 * Checks every rule over the books while the product runs: the ledger's cell by cell, each in its own snapshot, then the products' in one.
 * The ledger comes first, because nobody's products are sealed unless their ledger is.
 */
export async function auditInstallation(db: Database, options: AuditOptions): Promise<Broken[]> {
  const { broken } = await auditCells(db, options);
  return [...broken, ...(await auditProducts(db, productInvariants, options))];
}
