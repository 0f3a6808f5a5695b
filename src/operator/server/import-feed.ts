import { type FeedToImport, importFeed as importWithin } from '#payouts/server/import-feed.ts';
import type { Imported } from '#payouts/server/import-operations.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { authorOf, type Operator } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

/** Imports a feed that no command brought, recorded with who brought it (H3, R2). */
export function importFeed(
  db: Database,
  { operator, ...feed }: Omit<FeedToImport, 'by'> & { operator: Operator | string },
): Promise<Imported> {
  return transaction(db, async (tx) => {
    const imported = await importWithin(tx, {
      ...feed,
      by: typeof operator === 'string' ? operator : authorOf(operator).name,
    });
    const details = { product: feed.product, source: feed.source ?? 'operator', ...imported };
    await recordAction(tx, { operator, action: 'operations import', details });
    return imported;
  });
}
