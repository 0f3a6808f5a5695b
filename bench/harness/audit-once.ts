import { findBroken, findingsOf } from '#ledger/server/audit-books.ts';
import { auditCells } from '#ledger/server/audit-cells.ts';
import { productInvariants } from '#operator/server/all-invariants.ts';
import { openDatabase } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';

/** What `books audit --whole` does, its two halves timed. A process of its own: `node audit-once.ts DATABASE_URL`, says what it took. */
export interface AuditDone {
  ledgerSeconds: number;
  productsSeconds: number;
  rssMb: number;
  findings: string[];
}

const db = openDatabase({ url: process.argv[2] ?? '', connections: 4 });
const seconds = (since: number): number => (performance.now() - since) / 1000;

const began = performance.now();
const { broken } = await auditCells(db, { since: 'beginning' });
const ledgerSeconds = seconds(began);
const went = performance.now();
const ofProducts = await transaction(db, async (tx) => {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query('SET LOCAL jit = off');
  await tx.query('SET LOCAL enable_nestloop = off');
  return findBroken(tx, productInvariants);
});
const done: AuditDone = {
  ledgerSeconds,
  productsSeconds: seconds(went),
  rssMb: process.resourceUsage().maxRSS / 1024,
  findings: findingsOf([...broken, ...ofProducts]).map(({ rule, where }) => `${rule}: ${where}`),
};
await db.close();
process.send?.(done);
process.disconnect?.();
