import type { Cursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import { asPosition, type Position, positionColumns, type PositionRow } from '#positions/server/position-store.ts';

/** Found by their customer before they are put in order: by the order they would be looked for among all of the cell. */
const ownSql = `SELECT ${positionColumns} FROM (
    SELECT * FROM positions WHERE customer_id = $1 AND cell = cell_of($1) AND state = 'running' OFFSET 0
  ) own`;

export const pageSql = `${ownSql} WHERE ends_at >= $2 AND ends_at < $3 AND (ends_at, id) > ($4, $5)
  ORDER BY ends_at, id LIMIT $6`;

/** Up to `most` of what runs for a customer, soonest first, from the cursor on. */
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

/** All that runs for a customer, soonest first. */
export async function readAllMaturities(sql: Sql, customerId: string): Promise<Position[]> {
  const rows = await sql.query<PositionRow>(`${ownSql} ORDER BY ends_at, id`, [customerId]);
  return rows.map(asPosition);
}
