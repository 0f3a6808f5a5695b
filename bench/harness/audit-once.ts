import { findingsOf } from '#ledger/server/audit-books.ts';
import { auditLedger } from '#ledger/server/audit-ledger.ts';
import { productInvariants } from '#operator/server/all-invariants.ts';
import { auditInstallation } from '#operator/server/audit-installation.ts';
import { auditProducts } from '#operator/server/audit-products.ts';
import { openDatabase } from '#database/server/database.ts';

/**
 * Runs the work of `books audit --whole`, timing its two halves, and then an audit that finds nothing new. Runs in its own process, `node
 * audit-once.ts DATABASE_URL`, and reports the times.
 */
export interface AuditDone {
  ledgerSeconds: number;
  productsSeconds: number;
  againSeconds: number;
  rssMb: number;
  findings: string[];
}

const db = openDatabase({ url: process.argv[2] ?? '', connections: 4 });
const seconds = (since: number): number => (performance.now() - since) / 1000;

const began = performance.now();
const { broken } = await auditLedger(db, { since: 'beginning' });
const ledgerSeconds = seconds(began);
const went = performance.now();
const ofProducts = await auditProducts(db, productInvariants, { since: 'beginning' });
const productsSeconds = seconds(went);
const wentAgain = performance.now();
const ofAgain = await auditInstallation(db, { since: 'seals' });
const done: AuditDone = {
  ledgerSeconds,
  productsSeconds,
  againSeconds: seconds(wentAgain),
  rssMb: process.resourceUsage().maxRSS / 1024,
  findings: findingsOf([...broken, ...ofProducts, ...ofAgain]).map(({ rule, where }) => `${rule}: ${where}`),
};
await db.close();
process.send?.(done);
process.disconnect?.();
