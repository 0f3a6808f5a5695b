import type { Cursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { AwardKind } from '../awards.ts';
import { asDue, asRecord, awardColumns, type AwardRow, type DueAward } from './award-store.ts';

/**
 * The awards of this beneficiary that were due and not paid at the end of the span, those due last first; one more than `limit`, so that
 * the reader knows whether there is a next page.
 */
export async function readOwedAwards(
  sql: Sql,
  { beneficiaryId, kind, span }: { beneficiaryId: string; kind: AwardKind; span: Span },
  cursor: Cursor,
  limit: number,
): Promise<DueAward[]> {
  const rows = await sql.query<AwardRow>(
    `SELECT ${awardColumns} FROM network_awards
     WHERE beneficiary_id = $1 AND cell = cell_of($1) AND kind = $2 AND due_at >= $3 AND due_at < $4
       AND (paid_at IS NULL OR paid_at >= $4) AND (due_at, id) < ($5, $6)
     ORDER BY due_at DESC, id DESC LIMIT $7`,
    [beneficiaryId, kind, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map((row) => asDue(asRecord(row)));
}
