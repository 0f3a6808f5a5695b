import type { OperationSource, PayoutProduct } from '#payouts/contract.ts';
import { type Imported, importOperations } from '#payouts/server/import-operations.ts';
import { readOpensBefore } from '#payouts/server/feed-settings.ts';
import { readPayoutBounds } from '#payouts/server/payout-bounds.ts';
import type { NumberedLine } from '#payouts/server/read-feed-csv.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Operator } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

export interface OperatorFeed {
  product: PayoutProduct;
  lines: readonly NumberedLine[];
  operator: Operator | string;
  mode: Config['mode'];
  completeUntil?: Date | undefined;
  /** The desk by default: operations that the sandbox makes up are labelled wherever they are shown. */
  source?: OperationSource;
}

/** Imports the desk's trades, recorded with who brought them (H3, R2). */
export function importFeed(
  db: Database,
  { product, lines, operator, mode, completeUntil, source = 'operator' }: OperatorFeed,
): Promise<Imported> {
  return transaction(db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    const bounds = source === 'sandbox' ? null : await readPayoutBounds(tx, mode);
    const opensBefore = await readOpensBefore(tx, mode);
    const imported = await importOperations(tx, { product, source, lines, now, opensBefore, completeUntil, bounds });
    await recordAction(tx, { operator, action: 'operations import', details: { product, source, ...imported } });
    return imported;
  });
}
