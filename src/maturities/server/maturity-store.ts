import type { Cursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import { asPosition, type Position, positionColumns, type PositionRow } from '#positions/server/position-store.ts';

/** Filters by customer before ordering; otherwise the planner would walk everybody's positions in order of their end. */
const ownSql = `SELECT ${positionColumns} FROM (
    SELECT * FROM positions WHERE customer_id = $1 AND state = 'running' OFFSET 0
  ) own`;

export const pageSql = `${ownSql} WHERE ends_at >= $2 AND ends_at < $3 AND (ends_at, id) > ($4, $5)
  ORDER BY ends_at, id LIMIT $6`;

/** Returns up to `most` of a customer's running positions, soonest first, from the cursor on. */
export async function readMaturities(
  sql: Sql,
  customerId: string,
  span: Span,
  cursor: Cursor,
  most: number,
): Promise<Position[]> {
  const rows = await sql.query<PositionRow>(pageSql, [customerId, span.start, span.end, cursor.at, cursor.id, most]);
  return rows.map(asPosition);
}

/** Returns all running positions of a customer, soonest first. */
export async function readAllMaturities(sql: Sql, customerId: string): Promise<Position[]> {
  const rows = await sql.query<PositionRow>(`${ownSql} ORDER BY ends_at, id`, [customerId]);
  return rows.map(asPosition);
}
