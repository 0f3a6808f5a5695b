import type { Sql } from '#database/server/database.ts';
import { asPosition, type Position, positionColumns, type PositionFilter, type PositionRow } from './position-store.ts';
import type { RankedCursor } from './ranked-cursor.ts';

/** Hundredths of a per cent, as in `progressOf` of #money/accrual.ts. */
const progress = `CASE state WHEN 'ended' THEN 10000 ELSE floor(
  least(greatest(extract(epoch FROM $8::timestamptz - started_at), 0), extract(epoch FROM ends_at - started_at))
  * 10000 / extract(epoch FROM ends_at - started_at)) END`;

/** What runs, by its end; then what is over, the latest first. In milliseconds, and the second after anything of the first. */
const end = `CASE WHEN state <> 'canceled' AND ends_at > $8 THEN extract(epoch FROM ends_at) * 1000
  ELSE 1e15 - extract(epoch FROM least(closed_at, ends_at)) * 1000 END`;

const ranks = { highest: `-(${progress})`, lowest: progress, ending: end, largest: '-amount' };

/** By progress, by end, by amount: a list's first row has the lowest rank. */
export type RankedOrder = keyof typeof ranks;

export interface RankedPosition {
  position: Position;
  /** At the cursor's instant. */
  rank: bigint;
}

/**
 * By rank, then newest first. Progress advances while the customer reads, so every page is ordered as of the instant of the first: nothing
 * is repeated or left out. Returns one more than `limit`.
 */
export async function readRankedPage(
  sql: Sql,
  { customerId, product, span, state, least, most, days }: PositionFilter,
  order: RankedOrder,
  cursor: RankedCursor,
  limit: number,
): Promise<RankedPosition[]> {
  const rows = await sql.query<PositionRow & { rank: bigint }>(
    `SELECT * FROM (
       SELECT ${positionColumns}, floor(${ranks[order]})::bigint AS rank FROM positions
       WHERE customer_id = $1 AND product = $2 AND started_at >= $3 AND started_at < $4
         AND ($5::bigint IS NULL OR amount >= $5) AND ($6::bigint IS NULL OR amount <= $6) AND ($7::text IS NULL OR state = $7)
         AND ($13::integer IS NULL OR ends_at - started_at = make_interval(days => $13)) AND $8::timestamptz IS NOT NULL
     ) ranked
     WHERE rank > $9 OR (rank = $9 AND (started_at, id) < ($10, $11))
     ORDER BY rank, started_at DESC, id DESC LIMIT $12`,
    [
      customerId,
      product,
      span.start,
      span.end,
      least ?? null,
      most ?? null,
      state ?? null,
      cursor.asOf,
      cursor.rank,
      cursor.at,
      cursor.id,
      limit + 1,
      days ?? null,
    ],
  );
  return rows.map((row) => ({ position: asPosition(row), rank: row.rank }));
}
