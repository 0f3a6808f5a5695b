import { transaction } from '#database/server/transaction.ts';
import type { Database } from '#database/server/database.ts';
import type { OperationSource, PayoutProduct } from '#payouts/contract.ts';
import { type Imported, importOperations } from '#payouts/server/import-operations.ts';
import type { PayoutBounds } from '#payouts/server/payout-bounds.ts';
import type { FeedLine } from '#payouts/server/read-feed-line.ts';

export interface ImportOptions {
  product?: PayoutProduct;
  source?: OperationSource;
  now: Date;
  bounds?: PayoutBounds;
  completeUntil?: Date;
  /** Whose name stands on it, if it can be withdrawn. */
  by?: string;
  /** Operations open when they close by default, so that tests name one instant where the other does not matter. */
  opensBeforeMs?: number;
}

/** An EUR/USD operation, in short form. */
export function line(date: Date | string, payout: string, reference: string, asset = 'Forex'): FeedLine {
  return { date: typeof date === 'string' ? date : date.toISOString(), asset, pair: 'EUR/USD', payout, reference };
}

/** Imports as the operator does; lines are numbered from the file's second. */
export function importLines(db: Database, lines: readonly FeedLine[], options: ImportOptions): Promise<Imported> {
  const {
    product = 'copytrade',
    source = 'operator',
    now,
    bounds = null,
    opensBeforeMs = 0,
    completeUntil,
    by,
  } = options;
  const numbered = lines.map((cells, at) => ({ line: at + 2, cells }));
  return transaction(db, (tx) =>
    importOperations(tx, {
      product,
      source,
      lines: numbered,
      now,
      opensBefore: () => opensBeforeMs,
      completeUntil,
      by,
      bounds,
    }),
  );
}

/** Every feed has said that it is complete until then, as one that reports at once does. */
export async function completeFeeds(db: Database, until: Date): Promise<void> {
  await db.query(
    `UPDATE payout_feeds SET complete_until = $1 WHERE product IN (
       SELECT product FROM payout_feeds WHERE coalesce(complete_until, '-infinity') < $1 ORDER BY product FOR UPDATE)`,
    [until],
  );
}
