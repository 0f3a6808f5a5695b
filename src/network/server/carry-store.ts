import { type Micros, micros, type Percent } from '#money/money.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import { requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Award, AwardKind } from '../awards.ts';

/** Something that a member did, which the tree and those above them are owed an answer to. */
export interface Cause {
  id: string;
  cell: number;
  customerId: string;
  /** The three above the member, the nearest last, and the one at the top of all. */
  upline: string[];
  rootId: string;
  kind: 'capital' | 'invested' | 'canceled' | 'profit';
  /** Of all kinds but capital. */
  product: string;
  positionId: string;
  /** What changes in the tree's capital, or what was invested; zero for the others. */
  amount: Micros;
  profit: Micros;
  /** Of what was invested, the member's own new capital. */
  base: Micros;
  at: Date;
}

interface CauseRow {
  id: string;
  cell: number;
  customer_id: string;
  upline: string[];
  root_id: string;
  kind: Cause['kind'];
  product: string | null;
  position_id: string | null;
  amount: bigint | null;
  profit: bigint | null;
  base: bigint | null;
  happened_at: Date;
}

/** In the order in which they are carried. */
export async function readCausesToCarry(sql: Sql, most: number): Promise<Cause[]> {
  const rows = await sql.query<CauseRow>(
    `SELECT c.id, c.cell, c.customer_id, m.upline[greatest(cardinality(m.upline) - 2, 1):] AS upline, m.upline[1] AS root_id,
       c.kind, c.product, c.position_id, c.amount, c.profit, c.base, c.happened_at
     FROM network_causes_to_carry($1) c JOIN customers m ON m.id = c.customer_id
     ORDER BY c.recorded_xid, c.customer_id, c.number`,
    [most],
  );
  return rows.map((row) => ({
    id: row.id,
    cell: row.cell,
    customerId: row.customer_id,
    upline: row.upline,
    rootId: row.root_id,
    kind: row.kind,
    product: row.product ?? '',
    positionId: row.position_id ?? '',
    amount: micros(row.amount ?? 0n),
    profit: micros(row.profit ?? 0n),
    base: micros(row.base ?? 0n),
    at: row.happened_at,
  }));
}

/** Who of these was erased: they earn nothing any more. */
export async function readErased(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM customers WHERE erased_at IS NOT NULL AND id = ANY ($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those included that cannot be carried yet, because a transaction that may come before them still runs. */
export async function isAnyCauseOwed(sql: Sql): Promise<boolean> {
  const row = await requireOne<{ owed: boolean }>(
    sql,
    'SELECT EXISTS (SELECT FROM network_causes WHERE done_at IS NULL) AS owed',
  );
  return row.owed;
}

/** What a cause did to its tree: below zero where it gave something back. */
export interface TreeStep {
  granted: Micros;
  percentage: Percent;
}

/** Applies causes to the trees of one cell, those that were not yet; by cause, what each did. */
export async function carryToTrees(
  tx: Tx,
  cell: number,
  causes: readonly Cause[],
  percentage: Percent,
): Promise<Map<string, TreeStep>> {
  const rows = await tx.query<{ cause_id: string; granted: bigint; percentage: bigint | null }>(
    'SELECT cause_id, granted, percentage FROM carry_to_trees($1, $2, $3, $4, $5, $6, $7)',
    [
      cell,
      percentage,
      causes.map(({ rootId }) => rootId),
      causes.map(({ id }) => id),
      causes.map(({ kind }) => kind),
      causes.map(({ positionId }) => positionId || null),
      causes.map(({ kind, base, amount }) => (kind === 'invested' ? base : amount)),
    ],
  );
  return new Map(
    rows.map((row) => [row.cause_id, { granted: micros(row.granted), percentage: (row.percentage ?? 0n) as Percent }]),
  );
}

/** A bonus to be made or voided, for whoever brought the member. */
export interface BonusChange {
  cause: Cause;
  beneficiaryId: string;
  step: TreeStep;
}

export function sendBonuses(
  tx: Tx,
  cell: number,
  changes: readonly BonusChange[],
  caps: { day: Micros; month: Micros },
): void {
  if (changes.length === 0) return;
  tx.send('SELECT carry_bonuses($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)', [
    cell,
    caps.day,
    caps.month,
    changes.map(({ cause }) => cause.kind),
    changes.map(() => uuidv7()),
    changes.map(({ beneficiaryId }) => beneficiaryId),
    changes.map(({ cause }) => cause.customerId),
    changes.map(({ cause }) => cause.product),
    changes.map(({ cause }) => cause.positionId),
    changes.map(({ step }) => step.granted),
    changes.map(({ step }) => step.percentage),
    changes.map(({ cause }) => cause.amount),
    changes.map(({ cause }) => cause.at.toISOString()),
  ]);
}

/** Awards of one kind that somebody has been paid: how many, and their sum as each of them is shown. */
export interface PaidAwards {
  customerId: string;
  kind: AwardKind;
  count: number;
  amount: Micros;
}

/**
 * The bonuses on positions that have ended are due, and the residuals on their profits are made; what a cause did before is left out.
 *
 * @param now when they are paid at once, as far as nothing else is owed and the treasury of the cell reaches; null leaves them owed
 * @returns what was paid
 */
export async function carryDue(
  tx: Tx,
  cell: number,
  now: Date | null,
  { ended, residuals }: { ended: readonly Cause[]; residuals: readonly Award[] },
): Promise<PaidAwards[]> {
  const rows = await tx.query<{ beneficiary_id: string; kind: AwardKind; count: bigint; amount: bigint }>(
    `SELECT beneficiary_id, kind, count(*), sum(${wholeCentsSql('value')})::bigint AS amount
     FROM carry_due($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) GROUP BY beneficiary_id, kind`,
    [
      cell,
      now,
      ended.map(({ positionId }) => positionId),
      ended.map(({ at }) => at.toISOString()),
      residuals.map(() => uuidv7()),
      residuals.map((award) => award.level),
      residuals.map((award) => award.beneficiaryId),
      residuals.map((award) => award.sourceId),
      residuals.map((award) => award.product),
      residuals.map((award) => award.positionId),
      residuals.map((award) => award.base),
      residuals.map((award) => award.percentage),
      residuals.map((award) => award.value),
      residuals.map((award) => award.at.toISOString()),
    ],
  );
  return rows.map(({ beneficiary_id: customerId, kind, count, amount }) => {
    return { customerId, kind, count: Number(count), amount: micros(amount) };
  });
}

/** A cause of which nothing is owed any more, with what of the member's new capital it frees. */
export interface DoneCause {
  id: string;
  /** Of what was invested, what was new to the tree as well. */
  granted: Micros | null;
  back: Micros;
}

/** In the members' own cell; how many were not done before. Said so that they are looked up by their ids, never by what all cells owe. */
export async function endCauses(tx: Tx, cell: number, done: readonly DoneCause[]): Promise<number> {
  const row = await requireOne<{ count: bigint }>(
    tx,
    `WITH owed AS (
       SELECT c.id, e.granted, e.back FROM network_causes c
       JOIN unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS e (id, granted, back) ON e.id = c.id
       WHERE c.cell = $1 AND num_nulls(c.done_at) = 1 ORDER BY c.id FOR NO KEY UPDATE OF c
     ), ended AS (
       UPDATE network_causes c SET done_at = now(), granted = owed.granted FROM owed WHERE c.id = owed.id AND c.cell = $1
       RETURNING c.customer_id, owed.back
     ), freed AS (
       SELECT customer_id, sum(back)::bigint AS back FROM ended GROUP BY customer_id HAVING sum(back) > 0
     ), counted AS (
       UPDATE network_capital n SET used = n.used - freed.back FROM freed WHERE n.customer_id = freed.customer_id AND n.cell = $1
     )
     SELECT count(*) FROM ended`,
    [cell, done.map(({ id }) => id), done.map(({ granted }) => granted), done.map(({ back }) => back)],
  );
  return Number(row.count);
}
