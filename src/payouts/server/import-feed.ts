import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Tx } from '#database/server/database.ts';
import type { Config } from '#settings/server/config.ts';
import type { OperationSource, PayoutProduct } from '../contract.ts';
import { readOpensBefore } from './feed-settings.ts';
import { type Imported, importOperations } from './import-operations.ts';
import { readPayoutBounds } from './payout-bounds.ts';
import type { NumberedLine } from './read-feed-csv.ts';

export interface FeedToImport {
  product: PayoutProduct;
  lines: readonly NumberedLine[];
  mode: Config['mode'];
  completeUntil?: Date | undefined;
  /** Whose name stands on it. */
  by: string;
  /** The desk by default: operations that the sandbox makes up are labelled wherever they are shown. */
  source?: OperationSource;
}

/** Imports trades within the bounds that are set (H3). */
export async function importFeed(
  tx: Tx,
  { product, lines, mode, completeUntil, by, source = 'operator' }: FeedToImport,
): Promise<Imported> {
  const { now } = await readBusinessClock(tx);
  const bounds = source === 'sandbox' ? null : await readPayoutBounds(tx, mode);
  const opensBefore = await readOpensBefore(tx, mode);
  return importOperations(tx, { product, source, lines, now, opensBefore, completeUntil, by, bounds });
}
