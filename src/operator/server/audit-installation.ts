import type { Broken } from '#ledger/server/audit-books.ts';
import { type AuditOptions, auditCells } from '#ledger/server/audit-cells.ts';
import type { Database } from '#platform/server/database.ts';
import { productInvariants } from './all-invariants.ts';
import { auditProducts } from './audit-products.ts';

/**
 * Every rule over the books while the product goes on: the ledger's own cell by cell, each as it was at one moment, and those of the
 * products as all of it was at one moment. The ledger first: of the products nobody is sealed whose ledger is not.
 */
export async function auditInstallation(db: Database, options: AuditOptions): Promise<Broken[]> {
  const { broken } = await auditCells(db, options);
  return [...broken, ...(await auditProducts(db, productInvariants, options))];
}
