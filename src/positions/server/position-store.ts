import { type Micros, micros, type Percent } from '#money/money.ts';
import type { Cursor } from '#http/server/cursor.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import { type PositionState, type Product, type ProductTraits, registry } from '../registry.ts';

/** An amount that a customer has invested in a product for a term. */
export interface Position {
  id: string;
  customerId: string;
  product: Product;
  amount: Micros;
  /** For a fixed yield: the agreed rate, and the resulting profit; null and 0 where operations decide. */
  rate: Percent | null;
  promised: Micros;
  /** The agreed fee for leaving early, as a part of the amount; null if the position cannot be left. */
  cancelFee: Percent | null;
  /** The agreed part of the promised profit that is withheld as tax on payment; null if nothing is. */
  taxRate: Percent | null;
  startedAt: Date;
  endsAt: Date;
  state: PositionState;
  closedAt: Date | null;
  /** For a traded yield: from the operations known so far while it runs, final once it has ended. Else 0. */
  result: Micros;
  /** What the product agreed beyond that. */
  terms: Readonly<Record<string, unknown>>;
}

export interface PositionRow {
  id: string;
  customer_id: string;
  product: Product;
  amount: bigint;
  rate: bigint | null;
  promised: bigint;
  cancel_fee: bigint | null;
  tax_rate: bigint | null;
  started_at: Date;
  ends_at: Date;
  state: PositionState;
  closed_at: Date | null;
  result: bigint | null;
  terms: Record<string, unknown>;
}

/** The current result of a traded position, in SQL, for a row of `positions`. */
export const resultSql = `CASE WHEN rate IS NOT NULL THEN 0
  ELSE coalesce(result, payout_result(amount, payouts_between(product, started_at, ends_at))) END`;

export const positionColumns = `id, customer_id, product, amount, rate, promised, cancel_fee, tax_rate, started_at, ends_at, state, closed_at,
  ${resultSql} AS result, terms`;

export function asPosition(row: PositionRow): Position {
  return {
    id: row.id,
    customerId: row.customer_id,
    product: row.product,
    amount: micros(row.amount),
    rate: row.rate as Percent | null,
    promised: micros(row.promised),
    cancelFee: row.cancel_fee === null ? standardCancelFee(row.product) : (row.cancel_fee as Percent),
    taxRate: row.tax_rate as Percent | null,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    state: row.state,
    closedAt: row.closed_at,
    result: micros(row.result ?? 0n),
    terms: row.terms,
  };
}

/** The fee of a position that agreed on no other: every one opened before the fee could be set. */
export function standardCancelFee(product: Product): Percent | null {
  const traits: ProductTraits = registry[product];
  return traits.cancelFee ?? null;
}

/** The customer's position in this product with this id; null if there is none. */
export async function readPosition(
  sql: Sql,
  product: Product,
  id: string,
  customerId: string,
): Promise<Position | null> {
  const row = await readOne<PositionRow>(
    sql,
    `SELECT ${positionColumns} FROM positions
     WHERE id = $1 AND customer_id = $2 AND product = $3`,
    [id, customerId, product],
  );
  return row && asPosition(row);
}

export interface PositionFilter {
  customerId: string;
  product: Product;
  /** By start. */
  span: Span;
  state?: PositionState | undefined;
  /** The whole term. */
  days?: number | undefined;
  least?: Micros | undefined;
  most?: Micros | undefined;
}

/** Newest first; one more than `limit`, so that the caller knows whether there is a next page. */
export async function readPositionPage(
  sql: Sql,
  { customerId, product, span, state, days, least, most }: PositionFilter,
  cursor: Cursor,
  limit: number,
): Promise<Position[]> {
  const rows = await sql.query<PositionRow>(
    `SELECT ${positionColumns} FROM positions
     WHERE customer_id = $1 AND product = $2 AND started_at >= $3 AND started_at < $4
       AND (started_at, id) < ($5, $6) AND ($7::text IS NULL OR state = $7) AND amount BETWEEN $8 AND $9
       AND ($11::integer IS NULL OR ends_at - started_at = make_interval(days => $11))
     ORDER BY started_at DESC, id DESC LIMIT $10`,
    [
      customerId,
      product,
      span.start,
      span.end,
      cursor.at,
      cursor.id,
      state ?? null,
      least ?? 0n,
      most ?? 9_223_372_036_854_775_807n,
      limit + 1,
      days ?? null,
    ],
  );
  return rows.map(asPosition);
}

/**
 * Whether a position `p` that ended by `now` is due, in SQL, joined with `feeds_paid_until(now) f`: one that earns from operations is paid once
 * its feed is complete up to its end, at the latest after the setting's hours.
 */
export const isDueSql = (now: string): string =>
  `p.ends_at <= ${now} AND p.ends_at <= coalesce(f.until[array_position(f.traded, p.product)], ${now})`;

/** The number of positions due by `now` and not yet paid, including those a worker is paying right now. */
export async function countDuePositions(sql: Sql, now: Date, product?: Product): Promise<number> {
  const row = await requireOne<{ due: bigint }>(
    sql,
    `SELECT count(*) AS due FROM positions p CROSS JOIN feeds_paid_until($1) f
     WHERE p.state = 'running' AND ${isDueSql('$1')} AND ($2::text IS NULL OR p.product = $2)`,
    [now, product ?? null],
  );
  return Number(row.due);
}
