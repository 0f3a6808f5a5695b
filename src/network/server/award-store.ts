import { randomUUID } from 'node:crypto';
import { micros, type Percent } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { Award, AwardKind } from '../awards.ts';

export interface AwardRecord extends Award {
  id: string;
  paidAt: Date | null;
}

interface AwardRow {
  id: string;
  kind: AwardKind;
  level: number;
  beneficiary_id: string;
  source_id: string;
  product: string;
  position_id: string;
  base: bigint;
  percentage: bigint;
  value: bigint;
  happened_at: Date;
  paid_at: Date | null;
}

const columns = `id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value, happened_at,
  paid_at`;

function asRecord(row: AwardRow): AwardRecord {
  return {
    id: row.id,
    kind: row.kind,
    level: row.level,
    beneficiaryId: row.beneficiary_id,
    sourceId: row.source_id,
    product: row.product,
    positionId: row.position_id,
    base: micros(row.base),
    percentage: row.percentage as Percent,
    value: micros(row.value),
    at: row.happened_at,
    paidAt: row.paid_at,
  };
}

/** An award of this beneficiary's own, null when there is none of that id. */
export async function readAward(sql: Sql, id: string, beneficiaryId: string): Promise<AwardRecord | null> {
  const text = `SELECT ${columns} FROM network_awards WHERE id = $1 AND beneficiary_id = $2`;
  const row = await readOne<AwardRow>(sql, text, [id, beneficiaryId]);
  return row && asRecord(row);
}

/** Everybody above each of these customers, the nearest last, up to `levels` of them. */
export async function readUplines(sql: Sql, ids: readonly string[], levels: number): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ id: string; upline: string[] }>(
    `SELECT id, upline[greatest(cardinality(upline) - $2 + 1, 1):] AS upline FROM customers WHERE id = ANY ($1)`,
    [ids, levels],
  );
  return new Map(rows.map(({ id, upline }) => [id, upline]));
}

/** Records awards that are still to be paid. What a cause has awarded before is left out, and not answered. */
export async function insertAwards(tx: Tx, awards: readonly Award[]): Promise<AwardRecord[]> {
  const rows = await tx.query<AwardRow>(
    `INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
       happened_at)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[],
       $8::bigint[], $9::bigint[], $10::bigint[], $11::timestamptz[])
     ON CONFLICT ON CONSTRAINT a_cause_awards_each_level_once DO NOTHING RETURNING ${columns}`,
    [
      awards.map(() => randomUUID()),
      awards.map((award) => award.kind),
      awards.map((award) => award.level),
      awards.map((award) => award.beneficiaryId),
      awards.map((award) => award.sourceId),
      awards.map((award) => award.product),
      awards.map((award) => award.positionId),
      awards.map((award) => award.base),
      awards.map((award) => award.percentage),
      awards.map((award) => award.value),
      awards.map((award) => award.at.toISOString()),
    ],
  );
  return rows.map(asRecord);
}

export async function markPaid(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx.query('UPDATE network_awards SET paid_at = $2 WHERE id = ANY ($1) AND paid_at IS NULL', [ids, at]);
}

/** The award that has waited longest, now paid; null when there is none that nobody else is paying. */
export async function markOldestPaid(tx: Tx, at: Date): Promise<AwardRecord | null> {
  const [row] = await tx.query<AwardRow>(
    `UPDATE network_awards SET paid_at = $1 WHERE id = (
       SELECT id FROM network_awards WHERE paid_at IS NULL ORDER BY happened_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING ${columns}`,
    [at],
  );
  return row ? asRecord(row) : null;
}

export interface ReportedAward extends AwardRecord {
  sourceName: string;
}

/** One more than `limit`, so that the reader knows whether there is a next page. */
export async function readAwardPage(
  sql: Sql,
  { beneficiaryId, kind, span }: { beneficiaryId: string; kind: AwardKind; span: Span },
  cursor: Cursor,
  limit: number,
): Promise<ReportedAward[]> {
  const rows = await sql.query<AwardRow & { name: string }>(
    `SELECT ${columns}, (SELECT name FROM customers WHERE customers.id = source_id) AS name FROM network_awards
     WHERE beneficiary_id = $1 AND kind = $2 AND happened_at >= $3 AND happened_at < $4 AND (happened_at, id) < ($5, $6)
     ORDER BY happened_at DESC, id DESC LIMIT $7`,
    [beneficiaryId, kind, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map((row) => ({ ...asRecord(row), sourceName: row.name }));
}
