import { randomUUID } from 'node:crypto';
import { micros, type Percent } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { Award, AwardKind } from '../awards.ts';

export interface AwardRecord extends Award {
  id: string;
  /** Since when it is to be paid; null while it waits for the end of its position, and when it is void. */
  dueAt: Date | null;
  /** When its position was cancelled. */
  voidAt: Date | null;
  paidAt: Date | null;
}

/** One that is to be paid. */
export type DueAward = AwardRecord & { dueAt: Date };

export interface AwardRow {
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
  cut: bigint;
  invested: bigint | null;
  happened_at: Date;
  due_at: Date | null;
  void_at: Date | null;
  paid_at: Date | null;
}

export const awardColumns = `id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value, cut,
  invested, happened_at, due_at, void_at, paid_at`;

export function asRecord(row: AwardRow): AwardRecord {
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
    cut: micros(row.cut),
    invested: row.invested === null ? null : micros(row.invested),
    at: row.happened_at,
    dueAt: row.due_at,
    voidAt: row.void_at,
    paidAt: row.paid_at,
  };
}

/** An award of this beneficiary's own, null when there is none of that id. */
export async function readAward(sql: Sql, id: string, beneficiaryId: string): Promise<AwardRecord | null> {
  const text = `SELECT ${awardColumns} FROM network_awards WHERE id = $1 AND beneficiary_id = $2`;
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

/**
 * Records awards: residuals that are due at once, bonuses that wait for the end of their position. What a cause has awarded
 * before is left out, and not answered.
 */
export async function insertAwards(tx: Tx, awards: readonly Award[]): Promise<AwardRecord[]> {
  const rows = await tx.query<AwardRow>(
    `INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
       cut, invested, happened_at, due_at)
     SELECT *, CASE WHEN kind <> 'bonus' THEN happened_at END FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::uuid[],
       $5::uuid[], $6::text[], $7::uuid[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
       $13::timestamptz[]) AS a (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
       cut, invested, happened_at)
     ON CONFLICT ON CONSTRAINT a_cause_awards_each_level_once DO NOTHING RETURNING ${awardColumns}`,
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
      awards.map((award) => award.cut),
      awards.map((award) => award.invested),
      awards.map((award) => award.at.toISOString()),
    ],
  );
  return rows.map(asRecord);
}

export async function markPaid(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx.query('UPDATE network_awards SET paid_at = $2 WHERE id = ANY ($1) AND paid_at IS NULL', [ids, at]);
}

/** The award that is due longest, now paid; null when there is none that nobody else is paying. */
export async function markOldestPaid(tx: Tx, at: Date): Promise<DueAward | null> {
  const [row] = await tx.query<AwardRow>(
    `UPDATE network_awards SET paid_at = $1 WHERE id = (
       SELECT id FROM network_awards WHERE paid_at IS NULL AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 1
       FOR UPDATE SKIP LOCKED
     ) RETURNING ${awardColumns}`,
    [at],
  );
  return row ? asDue(asRecord(row)) : null;
}

/** A record of one that is due. */
export function asDue(award: AwardRecord): DueAward {
  return { ...award, dueAt: award.dueAt ?? award.at };
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
    `SELECT ${awardColumns}, (SELECT name FROM customers WHERE customers.id = source_id) AS name FROM network_awards
     WHERE beneficiary_id = $1 AND kind = $2 AND happened_at >= $3 AND happened_at < $4 AND (happened_at, id) < ($5, $6)
     ORDER BY happened_at DESC, id DESC LIMIT $7`,
    [beneficiaryId, kind, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map((row) => ({ ...asRecord(row), sourceName: row.name }));
}
