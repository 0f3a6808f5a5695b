import { type Micros, micros, type Percent } from '#money/money.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Award, AwardKind } from '../awards.ts';
import type { CapsAt, PercentagesAt } from './network-settings.ts';

/** A member's action that the tree and the members above have yet to account for. */
export interface Cause {
  id: string;
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
 * Locks and returns the causes that may be carried, in the order in which they are; a second worker waits here, and goes on behind them. Two
 * statements: the second one sees everything that the first one is certain of.
 */
export async function holdCausesToCarry(tx: Tx, most: number): Promise<Cause[]> {
  const { place } = await requireOne<{ place: bigint }>(tx, 'SELECT last_certain_place() AS place');
  const rows = await tx.query<CauseRow>(
    `SELECT c.id, c.customer_id, array_remove(ARRAY[two.referrer_id, one.referrer_id, m.referrer_id], NULL) AS upline, m.root_id,
       c.kind, c.product, c.position_id, c.amount, c.profit, c.base, c.happened_at
     FROM (SELECT * FROM network_causes WHERE done_at IS NULL AND place <= $2 ORDER BY place, customer_id, number LIMIT $1
       FOR NO KEY UPDATE) c
       JOIN customers m ON m.id = c.customer_id
       LEFT JOIN customers one ON one.id = m.referrer_id LEFT JOIN customers two ON two.id = one.referrer_id
     ORDER BY c.place, c.customer_id, c.number`,
    [most, place],
  );
  return rows.map((row) => ({
    id: row.id,
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
 * Applies causes to their trees, each at the percentage of the instant at which it happened. Returns the effect of each, by cause.
 */
export async function carryToTrees(
  tx: Tx,
  causes: readonly Cause[],
  percentagesAt: PercentagesAt,
): Promise<Map<string, TreeStep>> {
  const rows = await tx.query<{ cause_id: string; granted: bigint; percentage: bigint | null }>(
    'SELECT cause_id, granted, percentage FROM carry_to_trees($1, $2, $3, $4, $5, $6)',
    [
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

/** @param capsAt the caps of the instant at which a cause happened */
export function sendBonuses(tx: Tx, changes: readonly BonusChange[], capsAt: CapsAt): void {
  if (changes.length === 0) return;
  tx.send('SELECT carry_bonuses($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
    changes.map(({ cause }) => capsAt(cause.at).day),
    changes.map(({ cause }) => capsAt(cause.at).month),
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
  now: Date | null,
  { ended, residuals }: { ended: readonly Cause[]; residuals: readonly Award[] },
): Promise<PaidAwards[]> {
  const rows = await tx.query<{ beneficiary_id: string; kind: AwardKind; count: bigint; amount: bigint }>(
    `SELECT beneficiary_id, kind, count(*), sum(${wholeCentsSql('value')})::bigint AS amount
     FROM carry_due($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) GROUP BY beneficiary_id, kind`,
    [
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
  customerId: string;
  /** The part of the invested amount that was also new to the tree. */
  granted: Micros | null;
  back: Micros;
}

/**
 * Marks causes as done, and gives their members back what made no bonus. Capital is locked last of all and in order, as a batch of
 * openings does.
 */
export function sendEnd(tx: Tx, done: readonly DoneCause[]): void {
  tx.send(
    `WITH given AS MATERIALIZED (
       SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[]) AS e (id, granted, back, customer_id)
     ), ended AS (
       UPDATE network_causes c SET done_at = now(), granted = e.granted FROM given e WHERE c.id = e.id
     ), freed AS MATERIALIZED (
       SELECT n.customer_id, e.back FROM (
         SELECT customer_id, sum(back)::bigint AS back FROM given GROUP BY customer_id HAVING sum(back) > 0
       ) e JOIN network_capital n ON n.customer_id = e.customer_id ORDER BY n.customer_id FOR NO KEY UPDATE OF n
     )
     UPDATE network_capital n SET used = n.used - freed.back FROM freed WHERE n.customer_id = freed.customer_id`,
    [
      done.map(({ id }) => id),
      done.map(({ granted }) => granted),
      done.map(({ back }) => back),
      done.map(({ customerId }) => customerId),
    ],
  );
}
