import { expect, onTestFinished, test } from 'vitest';
import { findBroken, findingsOf } from '#ledger/server/audit-books.ts';
import { auditLedger } from '#ledger/server/audit-ledger.ts';
import { productInvariants } from '#operator/server/all-invariants.ts';
import { openClient } from '#database/server/clients.ts';
import { transaction } from '#database/server/transaction.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import { furnish } from './fill.ts';
import { generate } from './generate.ts';
import { lives } from './life.ts';

test.each(Object.entries(lives))(
  "[C3] the book generated for the bench obeys every rule that holds for the product's books: %s lives",
  async (_name, life) => {
    const db = await cloneDatabase();
    onTestFinished(() => db.close());
    const before = await shapeOf(db);
    await furnish(db);
    const admin = await openClient({ connectionString: db.adminUrl });
    await generate(admin, 40, () => {}, life);
    await admin.end();

    expect(await shapeOf(db)).toEqual(before);
    const { broken } = await auditLedger(db, { since: 'beginning' });
    const ofProducts = await transaction(db, (tx) => findBroken(tx, productInvariants));
    expect(findingsOf([...broken, ...ofProducts])).toEqual([]);
  },
);

/** Every constraint and index by name, to verify that those dropped during the fill are restored. */
async function shapeOf(db: Awaited<ReturnType<typeof cloneDatabase>>): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS name FROM pg_constraint
     WHERE conrelid <> 0 AND connamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'ledger') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
