import { type Micros, micros, type Percent } from '#money/money.ts';
import { requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Award } from '../awards.ts';

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

/** The bonuses on these positions are due; those that were before, or are void, are left out. */
export function sendBonusesDue(tx: Tx, cell: number, ended: readonly Cause[]): void {
  if (ended.length === 0) return;
  tx.send(
    `UPDATE network_awards w SET due_at = e.at FROM unnest($2::uuid[], $3::timestamptz[]) AS e (position_id, at)
     WHERE w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1 AND w.cell = $1
       AND w.due_at IS NULL AND w.void_at IS NULL`,
    [cell, ended.map(({ positionId }) => positionId), ended.map(({ at }) => at.toISOString())],
  );
}

/** Residuals are due at once. What a cause has awarded before is left out. */
export function sendResiduals(tx: Tx, cell: number, awards: readonly Award[]): void {
  if (awards.length === 0) return;
  tx.send(
    `INSERT INTO network_awards (id, cell, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
       happened_at, due_at)
     SELECT a.id, $1, 'residual', a.level, a.beneficiary_id, a.source_id, a.product, a.position_id, a.base, a.percentage, a.value,
       a.happened_at, a.happened_at
     FROM unnest($2::uuid[], $3::smallint[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::bigint[], $9::bigint[],
       $10::bigint[], $11::timestamptz[])
       AS a (id, level, beneficiary_id, source_id, product, position_id, base, percentage, value, happened_at)
     ON CONFLICT ON CONSTRAINT a_cause_awards_each_level_once DO NOTHING`,
    [
      cell,
      awards.map(() => uuidv7()),
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
}

/** A cause of which nothing is owed any more, with what of the member's new capital it frees. */
export interface DoneCause {
  id: string;
  /** Of what was invested, what was new to the tree as well. */
  granted: Micros | null;
  back: Micros;
}

/** In the members' own cell; how many were not done before. */
export async function endCauses(tx: Tx, cell: number, done: readonly DoneCause[]): Promise<number> {
  const row = await requireOne<{ count: bigint }>(
    tx,
    `WITH owed AS (
       SELECT c.id, e.granted, e.back FROM network_causes c
       JOIN unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS e (id, granted, back) ON e.id = c.id
       WHERE c.cell = $1 AND c.done_at IS NULL ORDER BY c.id FOR NO KEY UPDATE OF c
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
