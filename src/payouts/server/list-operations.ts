import { micros, type Percent, percentOf, roundDown, toJsonNumber } from '#money/money.ts';
import { type Cursor, makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Operation, OperationQuery, OperationSource, PayoutProduct } from '../contract.ts';

export interface TakenPartIn {
  id: string;
  product: PayoutProduct;
  opened_at: Date;
  happened_at: Date;
  asset: string;
  pair: string;
  payout: bigint;
  source: OperationSource;
  /** The caller's amount that took part, over all their positions running at the time. */
  amount: bigint;
}

/**
 * Lists the operations that the caller took part in, newest first: those that opened and closed while one of their positions ran and, if that position has
 * been paid out, known by then (a late one never reached it).
 */
export async function listOperations<Shown = Operation>(
  sql: Sql,
  request: { investor: Pick<Investor, 'id'>; query: OperationQuery },
  products: readonly PayoutProduct[],
  show: (row: TakenPartIn) => Shown,
): Promise<Page<Shown>> {
  const rows = await readPage(sql, request, products, readCursor(request.query.after));
  return makePage(rows, request.query.limit, (row) => ({ at: row.happened_at, id: row.id }), show);
}

export function presentOperation(row: TakenPartIn): Operation {
  return {
    Id: row.id,
    Opened: row.opened_at.toISOString(),
    Date: row.happened_at.toISOString(),
    Asset: row.asset,
    Pair: row.pair,
    Payout: toJsonNumber(row.payout as Percent),
    Profit: toJsonNumber(percentOf(micros(row.amount), row.payout as Percent, roundDown)),
    Source: row.source,
  };
}

/**
 * An operation reaches a position of its product that was running when it opened and still was when it closed, and had not been paid out when
 * it became known. At equal instants a position runs at its start and no longer at its end.
 */
export const reaches = `p.product = o.product AND p.started_at <= o.opened_at AND p.started_at <= o.happened_at
  AND least(p.ends_at, p.closed_at) > o.happened_at
  AND (p.operations_seen IS NULL OR o.number <= p.operations_seen)`;

/**
 * The sum of the payouts, before an instant, of a product's operations that were open when a position started: they closed while it ran, but
 * are not its own. `payouts_between` takes them off by itself.
 */
export const openAtStart = (product: string, start: string, before: string): string =>
  `coalesce((SELECT sum(o.payout) FROM operations o WHERE o.product = ${product} AND ${isOpenAt(start)} AND o.happened_at < ${before}), 0)::bigint`;

/** An operation opened before the instant and closed at it or later. Written as the index is. */
export const isOpenAt = (moment: string): string => `tstzrange(o.opened_at, o.happened_at, '(]') @> ${moment}`;

/**
 * The periods in which at least one of the caller's positions ran, by product. Listing scans operations only within them, so that it costs
 * what it shows, not what the desk has ever traded.
 */
export const runs = `SELECT p.product, unnest(range_agg(tstzrange(p.started_at, p.ends_at))) AS run
  FROM positions p WHERE p.customer_id = $1 AND p.cell = cell_of($1) AND p.rate IS NULL GROUP BY p.product`;

const pageOf = (assetFilter: string): string => `
  WITH runs AS (${runs})
  SELECT taken.* FROM runs CROSS JOIN LATERAL (
    SELECT o.id, o.product, o.opened_at, o.happened_at, o.asset, o.pair, o.payout, o.source, positions.amount
    FROM operations o CROSS JOIN LATERAL (
      SELECT sum(p.amount)::bigint AS amount FROM positions p WHERE p.customer_id = $1 AND p.cell = cell_of($1) AND ${reaches}
    ) positions
    WHERE o.product = runs.product AND positions.amount IS NOT NULL ${assetFilter}
      AND o.happened_at >= greatest(lower(runs.run), $3::timestamptz)
      AND o.happened_at < least(upper(runs.run), $4::timestamptz)
      AND (o.happened_at, o.id) < ($5, $6)
    ORDER BY o.happened_at DESC, o.id DESC LIMIT $7
  ) taken
  WHERE runs.product = ANY ($2) ORDER BY taken.happened_at DESC, taken.id DESC LIMIT $7`;

const everyAsset = pageOf('');
const oneAsset = pageOf('AND o.asset = $8');

function readPage(
  sql: Sql,
  { investor, query }: { investor: Pick<Investor, 'id'>; query: OperationQuery },
  products: readonly PayoutProduct[],
  cursor: Cursor,
): Promise<TakenPartIn[]> {
  const span = readSpan(query);
  const values = [investor.id, products, span.start, span.end, cursor.at, cursor.id, query.limit + 1];
  return query.asset === undefined
    ? sql.query<TakenPartIn>(everyAsset, values)
    : sql.query<TakenPartIn>(oneAsset, [...values, query.asset]);
}
