import type { Broken } from '#ledger/server/audit-books.ts';
import { type AuditOptions, auditLedger } from '#ledger/server/audit-ledger.ts';
import type { Database } from '#database/server/database.ts';
import { productInvariants } from './all-invariants.ts';
import { auditProducts } from './audit-products.ts';

/**
 * Checks every rule over the books while the product runs: the ledger's some owners at a time, each reading in its own snapshot, then the products' in one.
 * The ledger comes first, because nobody's products are sealed unless their ledger is.
 */
export async function auditInstallation(db: Database, options: AuditOptions): Promise<Broken[]> {
  const { broken } = await auditLedger(db, options);
  return [...broken, ...(await auditProducts(db, productInvariants, options))];
}
