import type { Sql } from '#database/server/database.ts';
import {
  asPosition,
  type Position,
  positionColumns,
  type PositionFilter,
  type PositionRow,
} from '#positions/server/position-store.ts';
import type { ProgressCursor } from './progress-cursor.ts';

/** Hundredths of a per cent, as in `progressOf` of #money/accrual.ts. */
const progress = `CASE state WHEN 'ended' THEN 10000 ELSE floor(
  least(greatest(extract(epoch FROM $7::timestamptz - started_at), 0), extract(epoch FROM ends_at - started_at))
  * 10000 / extract(epoch FROM ends_at - started_at))::integer END`;

export interface RankedInvestment {
  position: Position;
  /** Progress at the cursor's instant, signed so that the list starts at the lowest rank. */
  rank: number;
}

/**
 * By progress, then newest first. Progress advances while the customer reads, so every page is ordered as of the instant of the first:
 * nothing is repeated or left out. Returns one more than `limit`.
 */
export async function readInvestmentsByProgress(
  sql: Sql,
  { customerId, span, state, least, most }: Omit<PositionFilter, 'product'>,
  order: 'highest' | 'lowest',
  cursor: ProgressCursor,
  limit: number,
): Promise<RankedInvestment[]> {
  const rank = order === 'highest' ? `-(${progress})` : progress;
  const rows = await sql.query<PositionRow & { rank: number }>(
    `SELECT * FROM (
       SELECT ${positionColumns}, ${rank} AS rank FROM positions
       WHERE customer_id = $1 AND cell = cell_of($1) AND product = 'primevault' AND started_at >= $2 AND started_at < $3
         AND ($4::bigint IS NULL OR amount >= $4) AND ($5::bigint IS NULL OR amount <= $5) AND ($6::text IS NULL OR state = $6)
     ) ranked
     WHERE rank > $8 OR (rank = $8 AND (started_at, id) < ($9, $10))
     ORDER BY rank, started_at DESC, id DESC LIMIT $11`,
    [
      customerId,
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
    ],
  );
  return rows.map((row) => ({ position: asPosition(row), rank: row.rank }));
}
