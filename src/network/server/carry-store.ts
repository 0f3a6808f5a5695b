import { type Micros, micros, type Percent } from '#money/money.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Award, AwardKind } from '../awards.ts';
import type { PercentagesAt } from './network-settings.ts';

/** A member's action that the tree and the members above have yet to account for. */
export interface Cause {
  id: string;
  cell: number;
  customerId: string;
  /** The three members above, nearest last; `rootId` is the top of the tree. */
  upline: string[];
  rootId: string;
  kind: 'capital' | 'invested' | 'canceled' | 'profit';
  /** Set for every kind except `capital`. */
  product: string;
  positionId: string;
  /** The change in the tree's capital, or the amount invested; zero for the other kinds. */
  amount: Micros;
  profit: Micros;
  /** The part of the invested amount that is the member's own new capital. */
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

/**
 * Returns the causes that may be carried, in the order in which they are. Whoever reads later finds the same ones before any that are new, so
 * two workers never apply them in two orders. Two statements: the second one sees everything that the first one is certain of.
 */
export async function readCausesToCarry(sql: Sql, most: number): Promise<Cause[]> {
  const { place } = await requireOne<{ place: bigint }>(sql, 'SELECT last_certain_place() AS place');
  const rows = await sql.query<CauseRow>(
    `SELECT c.id, c.cell, c.customer_id, array_remove(ARRAY[two.referrer_id, one.referrer_id, m.referrer_id], NULL) AS upline, m.root_id,
       c.kind, c.product, c.position_id, c.amount, c.profit, c.base, c.happened_at
     FROM (SELECT * FROM network_causes WHERE done_at IS NULL AND place <= $2 ORDER BY place, customer_id, number LIMIT $1) c
       JOIN customers m ON m.id = c.customer_id
       LEFT JOIN customers one ON one.id = m.referrer_id LEFT JOIN customers two ON two.id = one.referrer_id
     ORDER BY c.place, c.customer_id, c.number`,
    [most, place],
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

/** Returns which of these customers were erased: they no longer earn anything. */
export async function readErased(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM customers WHERE erased_at IS NOT NULL AND id = ANY ($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether any cause is still to be carried, including those that must wait for a running transaction that may precede them. */
export async function isAnyCauseOwed(sql: Sql): Promise<boolean> {
  const row = await requireOne<{ owed: boolean }>(
    sql,
    'SELECT EXISTS (SELECT FROM network_causes WHERE done_at IS NULL) AS owed',
  );
  return row.owed;
}

/** The effect of a cause on its tree: negative where it gave something back. */
export interface TreeStep {
  granted: Micros;
  percentage: Percent;
}

/**
 * Applies those causes that are not yet applied to the trees of one cell, each at the percentage of the instant at which it happened.
 * Returns the effect of each, by cause.
 */
export async function carryToTrees(
  tx: Tx,
  cell: number,
  causes: readonly Cause[],
  percentagesAt: PercentagesAt,
): Promise<Map<string, TreeStep>> {
  const rows = await tx.query<{ cause_id: string; granted: bigint; percentage: bigint | null }>(
    'SELECT cause_id, granted, percentage FROM carry_each_to_trees($1, $2, $3, $4, $5, $6, $7)',
    [
      cell,
      causes.map(({ at }) => percentagesAt(at)[0]),
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

/** A bonus to create or void for the customer who brought the member. */
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

/** The awards of one kind paid to a customer: their count, and the sum of the amounts as shown. */
export interface PaidAwards {
  customerId: string;
  kind: AwardKind;
  count: number;
  amount: Micros;
}

/**
 * Makes the bonuses on ended positions due and creates the residuals on their profits; causes already carried change nothing.
 *
 * @param now pays them immediately, as long as nothing else is owed and the treasury suffices; null leaves them owed
 * @returns the awards that were paid
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

/** A cause that is fully carried, with the amount of the member's new capital that it frees. */
export interface DoneCause {
  id: string;
  /** The part of the invested amount that was also new to the tree. */
  granted: Micros | null;
  back: Micros;
}

/**
 * Marks causes of one cell as done and returns how many were not done before. The condition is phrased so that rows are looked up by id,
 * never through the index of causes owed in all cells.
 */
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
