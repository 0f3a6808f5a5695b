import { type Micros, micros, type Percent } from '#money/money.ts';
import type { Cursor } from '#http/server/cursor.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import type { Span } from '#platform/server/span.ts';
import type { Award, AwardKind } from '../awards.ts';

export interface AwardRecord extends Award {
  id: string;
  /** When it became payable; null while it waits for the end of its position, and if it is void. */
  dueAt: Date | null;
  /** When its position was cancelled. */
  voidAt: Date | null;
  paidAt: Date | null;
  /** Whether its journal was reversed: the money went back to the treasury. */
  isReversed: boolean;
}

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
  is_reversed: boolean;
}

/** SQL for the journal key of an award `w`. */
export const journalKeySql = `'network:' || w.kind || ':' || w.position_id || ':' || w.level || ':' || w.beneficiary_id`;

/** Of an award `w`. */
const awardColumns = `w.id, w.kind, w.level, w.beneficiary_id, w.source_id, w.product, w.position_id, w.base, w.percentage, w.value, w.cut,
  w.invested, w.happened_at, w.due_at, w.void_at, w.paid_at,
  EXISTS (SELECT FROM ledger_reversals r WHERE r.journal = ${journalKeySql}) AS is_reversed`;

/** SQL for the ids of all awards of a customer whose journals were reversed. */
export const reversedAwardsSql = (customer = '$1'): string => `ARRAY(SELECT r.reference FROM ledger_reversals r
  WHERE r.customer_id = ${customer} AND r.kind IN ('reversed_bonus', 'reversed_residual'))`;

/** SQL for the awards that a customer was paid for a member, without those that were reversed. */
const paidForSql = (customer: string, member: string): string => `network_awards w
  WHERE w.beneficiary_id = ${customer} AND w.source_id = ${member} AND w.paid_at IS NOT NULL AND w.id <> ALL (${reversedAwardsSql(customer)})`;

/** SQL for what a member brought a customer, as shown: each payment to the cent. */
export const broughtBySql = (customer: string, member: string): string =>
  `(SELECT coalesce(sum(${wholeCentsSql('w.value')}), 0)::bigint FROM ${paidForSql(customer, member)})`;

/** What a member brought the customer, and the same as shown. */
export async function readBroughtBy(
  sql: Sql,
  customerId: string,
  memberId: string,
): Promise<{ exact: Micros; shown: Micros }> {
  const row = await requireOne<{ exact: bigint; shown: bigint }>(
    sql,
    `SELECT (SELECT coalesce(sum(w.value), 0)::bigint FROM ${paidForSql('$1', '$2')}) AS exact, ${broughtBySql('$1', '$2')} AS shown`,
    [customerId, memberId],
  );
  return { exact: micros(row.exact), shown: micros(row.shown) };
}

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
    isReversed: row.is_reversed,
  };
}

/** Returns one of this beneficiary's awards; null if they have none with that id. */
export async function readAward(sql: Sql, id: string, beneficiaryId: string): Promise<AwardRecord | null> {
  const text = `SELECT ${awardColumns} FROM network_awards w WHERE id = $1 AND beneficiary_id = $2`;
  const row = await readOne<AwardRow>(sql, text, [id, beneficiaryId]);
  return row && asRecord(row);
}

export interface ReportedAward extends AwardRecord {
  sourceName: string;
}

/** Returns one more than `limit`, so that the caller knows whether there is a next page. */
export async function readAwardPage(
  sql: Sql,
  { beneficiaryId, kind, span }: { beneficiaryId: string; kind: AwardKind; span: Span },
  cursor: Cursor,
  limit: number,
): Promise<ReportedAward[]> {
  const rows = await sql.query<AwardRow & { name: string }>(
    `SELECT ${awardColumns}, (SELECT name FROM customers WHERE customers.id = source_id) AS name FROM network_awards w
     WHERE beneficiary_id = $1 AND kind = $2 AND happened_at >= $3 AND happened_at < $4
       AND (happened_at, id) < ($5, $6)
     ORDER BY happened_at DESC, id DESC LIMIT $7`,
    [beneficiaryId, kind, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map((row) => ({ ...asRecord(row), sourceName: row.name }));
}

/** A residual is due when it happens, so the index on that column is used. */
const dueColumn = { bonus: 'due_at', residual: 'happened_at' } as const;

/** Returns the awards that were due and unpaid at the end of the span, latest due first; also one more than `limit`. */
export async function readOwedAwards(
  sql: Sql,
  { beneficiaryId, kind, span }: { beneficiaryId: string; kind: AwardKind; span: Span },
  cursor: Cursor,
  limit: number,
): Promise<(AwardRecord & { dueAt: Date })[]> {
  const due = dueColumn[kind];
  const rows = await sql.query<AwardRow & { due_at: Date }>(
    `SELECT ${awardColumns} FROM network_awards w
     WHERE beneficiary_id = $1 AND kind = '${kind}' AND ${due} >= $2 AND ${due} < $3
       AND (paid_at IS NULL OR paid_at >= $3) AND (${due}, id) < ($4, $5)
     ORDER BY ${due} DESC, id DESC LIMIT $6`,
    [beneficiaryId, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map((row) => ({ ...asRecord(row), dueAt: row.due_at }));
}
