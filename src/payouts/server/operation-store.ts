import type { Percent } from '#money/money.ts';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import type { OperationSource, PayoutProduct } from '../contract.ts';
import type { FeedOperation } from './read-feed-line.ts';

export interface FeedState {
  /** Its number of operations. */
  last: bigint;
  /** Positions that ended by then are paid, from the operations known before. */
  paidUntil: Date;
}

/**
 * Locks a product's feed against other imports and payments. It queues first, so that payments which follow one another without a pause do not
 * keep it waiting until its statement is given up.
 */
export async function lockFeed(tx: Tx, product: PayoutProduct, now: Date): Promise<FeedState> {
  tx.send('SELECT pg_advisory_xact_lock(feed_queue($1))', [product]);
  const row = await requireOne<{ last_number: bigint; paid_until: Date }>(
    tx,
    `SELECT f.last_number, paid.until[array_position(paid.traded, f.product)] AS paid_until
     FROM payout_feeds f CROSS JOIN feeds_paid_until($2) paid WHERE f.product = $1 FOR UPDATE OF f`,
    [product, now],
  );
  return { last: row.last_number, paidUntil: row.paid_until };
}

/** Up to when positions of a product are paid, so that an operation which closed before comes too late for them. */
export async function readPaidUntil(sql: Sql, product: PayoutProduct, now: Date): Promise<Date> {
  const { until } = await requireOne<{ until: Date }>(
    sql,
    'SELECT until[array_position(traded, $1)] AS until FROM feeds_paid_until($2)',
    [product, now],
  );
  return until;
}

/** Records until when a locked feed is complete, unless it was complete for longer already; returns until when it is now. */
export async function completeFeed(
  tx: Tx,
  product: PayoutProduct,
  { until, now }: { until: Date | null; now: Date },
): Promise<Date | null> {
  const row = await requireOne<{ complete_until: Date | null }>(
    tx,
    `UPDATE payout_feeds SET complete_until = greatest(complete_until, $2),
       completed_at = CASE WHEN $2 <= complete_until OR $2::timestamptz IS NULL THEN completed_at ELSE $3 END
     WHERE product = $1 RETURNING complete_until`,
    [product, until, now],
  );
  return row.complete_until;
}

interface KnownRow {
  reference: string;
  opened_at: Date;
  happened_at: Date;
  asset: string;
  pair: string;
  payout: bigint;
}

/** Returns the operations already known under these references. */
export async function readKnown(
  sql: Sql,
  product: PayoutProduct,
  references: readonly string[],
): Promise<Map<string, FeedOperation>> {
  const rows = await sql.query<KnownRow>(
    'SELECT reference, opened_at, happened_at, asset, pair, payout FROM operations WHERE product = $1 AND reference = ANY ($2)',
    [product, references],
  );
  return new Map(
    rows.map(({ reference, opened_at, happened_at, asset, pair, payout }) => [
      reference,
      { openedAt: opened_at, happenedAt: happened_at, asset, pair, payout: payout as Percent, reference },
    ]),
  );
}

/** Records operations under the numbers that follow `last`. */
export async function insertOperations(
  tx: Tx,
  feed: { product: PayoutProduct; source: OperationSource; last: bigint },
  operations: readonly FeedOperation[],
): Promise<void> {
  await tx.query(
    `WITH added AS (
       INSERT INTO operations (product, source, number, opened_at, happened_at, asset, pair, payout, reference)
       SELECT $1, $2, $3 + line.number, line.opened_at, line.happened_at, line.asset, line.pair, line.payout, line.reference
       FROM unnest($4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::bigint[], $9::text[])
         WITH ORDINALITY AS line (opened_at, happened_at, asset, pair, payout, reference, number)
       RETURNING number
     )
     UPDATE payout_feeds SET last_number = (SELECT max(number) FROM added) WHERE product = $1`,
    [
      feed.product,
      feed.source,
      feed.last,
      operations.map((operation) => operation.openedAt.toISOString()),
      operations.map((operation) => operation.happenedAt.toISOString()),
      operations.map((operation) => operation.asset),
      operations.map((operation) => operation.pair),
      operations.map((operation) => operation.payout),
      operations.map((operation) => operation.reference),
    ],
  );
}

/** Records what came in at once, so that it can be withdrawn; before the feed is said to be complete. Returns its number. */
export async function insertImport(
  tx: Tx,
  feed: { product: PayoutProduct; last: bigint; by: string },
  count: number,
): Promise<number> {
  const { id } = await requireOne<{ id: bigint }>(
    tx,
    `INSERT INTO operation_imports (product, first_number, last_number, complete_before, completed_before, made_by)
     SELECT product, $2::bigint + 1, $2::bigint + $3, complete_until, completed_at, $4 FROM payout_feeds WHERE product = $1 RETURNING id`,
    [feed.product, feed.last, count, feed.by],
  );
  return Number(id);
}

/** Updates the payout index from an instant on: everything before it is unchanged. */
export async function reckonIndexFrom(tx: Tx, product: PayoutProduct, from: Date): Promise<void> {
  await tx.query(
    `INSERT INTO payout_index (product, happened_at, total, last_number)
     SELECT $1, happened_at, payouts_between($1, '-infinity', $2) + sum(sum(payout)) OVER (ORDER BY happened_at),
       greatest(max(max(number)) OVER (ORDER BY happened_at), (SELECT last_number FROM payout_index
         WHERE product = $1 AND happened_at < $2 ORDER BY happened_at DESC LIMIT 1))
     FROM operations WHERE product = $1 AND happened_at >= $2 GROUP BY happened_at
     ON CONFLICT (product, happened_at) DO UPDATE SET total = excluded.total, last_number = excluded.last_number
       WHERE (payout_index.total, payout_index.last_number) <> (excluded.total, excluded.last_number)`,
    [product, from],
  );
}
