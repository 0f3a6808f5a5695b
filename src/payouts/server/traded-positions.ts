import { type Micros, micros } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { PayoutProduct } from '../contract.ts';

/** An amount that takes part in a product's operations from its start to its end. */
export interface TradedPosition<Status extends string = string> {
  id: string;
  customerId: string;
  amount: Micros;
  startedAt: Date;
  endsAt: Date;
  status: Status;
  closedAt: Date | null;
  /** Of the operations known now while it runs; for good once it has ended. */
  result: Micros;
}

/** Where a product keeps its positions, and what it calls their two states. */
interface PositionNames<Status extends string> {
  table: string;
  product: PayoutProduct;
  running: Status;
  ended: Status;
}

interface Ending {
  now: Date;
  most: number;
  operationsSeen: bigint;
}

export interface TradedPositions<Status extends string> {
  product: PayoutProduct;
  insert(tx: Tx, position: TradedPosition<Status>): Promise<void>;
  hasDue(sql: Sql, now: Date): Promise<boolean>;
  /** All that have fallen due and are not paid yet, those included that a worker is just paying. */
  countDue(sql: Sql, now: Date): Promise<number>;
  /**
   * Ends up to `most` positions that have fallen due, oldest first, passing over those that another worker holds. Each keeps
   * the payouts it was reckoned from and the last operation that was known; the caller holds the feed meanwhile.
   */
  end(tx: Tx, ending: Ending): Promise<TradedPosition<Status>[]>;
  read(sql: Sql, id: string, customerId: string): Promise<TradedPosition<Status> | null>;
  /** One more than `limit`, so that the reader knows whether there is a next page. */
  readPage(sql: Sql, customerId: string, span: Span, cursor: Cursor, limit: number): Promise<TradedPosition<Status>[]>;
}

/** The store of a product whose positions earn from operations: every name in it is the product's own, never a caller's. */
export function tradedPositions<Status extends string>(names: PositionNames<Status>): TradedPositions<Status> {
  const { table, product, running, ended } = names;
  const payouts = `payouts_between('${product}', started_at, ends_at)`;
  const known = 'id, customer_id, amount, started_at, ends_at, status, closed_at';
  const columns = `${known}, coalesce(result, payout_result(amount, ${payouts})) AS result`;
  const due = `status = '${running}' AND ends_at <= $1`;
  const rowsOf = async (sql: Sql, text: string, values: unknown[]): Promise<TradedPosition<Status>[]> =>
    (await sql.query<PositionRow<Status>>(text, values)).map(asPosition);

  return {
    product,
    async insert(tx, { id, customerId, amount, startedAt, endsAt }) {
      const text = `INSERT INTO ${table} (id, customer_id, amount, started_at, ends_at) VALUES ($1, $2, $3, $4, $5)`;
      await tx.query(text, [id, customerId, amount, startedAt, endsAt]);
    },
    hasDue: async (sql, now) => (await readOne(sql, `SELECT FROM ${table} WHERE ${due} LIMIT 1`, [now])) !== null,
    async countDue(sql, now) {
      const row = await readOne<{ due: bigint }>(sql, `SELECT count(*) AS due FROM ${table} WHERE ${due}`, [now]);
      return Number(row?.due);
    },
    end: (tx, { now, most, operationsSeen }) =>
      rowsOf(
        tx,
        `WITH due AS MATERIALIZED (
           SELECT id, ${payouts} AS payouts FROM ${table} WHERE ${due} ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
         )
         UPDATE ${table} p SET status = '${ended}', closed_at = $1, operations_seen = $3, payouts = due.payouts,
           result = payout_result(p.amount, due.payouts)
         FROM due WHERE p.id = due.id
         RETURNING p.id, p.customer_id, p.amount, p.started_at, p.ends_at, p.status, p.closed_at, p.result`,
        [now, most, operationsSeen],
      ),
    async read(sql, id, customerId) {
      const text = `SELECT ${columns} FROM ${table} WHERE id = $1 AND customer_id = $2`;
      return (await rowsOf(sql, text, [id, customerId]))[0] ?? null;
    },
    readPage: (sql, customerId, span, cursor, limit) =>
      rowsOf(
        sql,
        `SELECT ${columns} FROM ${table}
         WHERE customer_id = $1 AND started_at >= $2 AND started_at < $3 AND (started_at, id) < ($4, $5)
         ORDER BY started_at DESC, id DESC LIMIT $6`,
        [customerId, span.start, span.end, cursor.at, cursor.id, limit + 1],
      ),
  };
}

interface PositionRow<Status> {
  id: string;
  customer_id: string;
  amount: bigint;
  started_at: Date;
  ends_at: Date;
  status: Status;
  closed_at: Date | null;
  result: bigint;
}

function asPosition<Status extends string>(row: PositionRow<Status>): TradedPosition<Status> {
  return {
    id: row.id,
    customerId: row.customer_id,
    amount: micros(row.amount),
    startedAt: row.started_at,
    endsAt: row.ends_at,
    status: row.status,
    closedAt: row.closed_at,
    result: micros(row.result),
  };
}
