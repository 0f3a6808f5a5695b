import { micros, toJsonNumber } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { type Cursor, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Product } from '#positions/registry.ts';
import { resultSql } from '#positions/server/position-store.ts';
import type { OwedPosition } from '#console/treasury-contract.ts';

/** Filters for running positions; omitted ones match everything. */
export interface OwedFilter {
  /** Month of the house: `2026-03`. */
  month?: string | undefined;
  product?: Product | undefined;
  /** Due within so many days from now. */
  days?: number | undefined;
  customer?: string | undefined;
}

export interface OwedPositionRow {
  id: string;
  customer_id: string;
  name: string;
  email: string;
  product: Product;
  started_at: Date;
  ends_at: Date;
  amount: bigint;
  promised: bigint;
  result: bigint;
}

const soonest: Cursor = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

export function readOwedPlace(after: string | undefined): Cursor {
  return after === undefined ? soonest : readCursor(after);
}

/** Earliest to end first. */
export function listOwedRows(
  sql: Sql,
  { month, product, days, customer }: OwedFilter,
  now: Date,
  { at, id }: Cursor,
  most: number,
): Promise<OwedPositionRow[]> {
  const values: unknown[] = [at, id, most];
  const where = ["state = 'running' AND ends_at >= $1::timestamptz AND (ends_at, id) > ($1::timestamptz, $2::uuid)"];
  const next = (value: unknown): string => `$${values.push(value)}`;
  if (product !== undefined) where.push(`product = ${next(product)}`);
  if (customer !== undefined) where.push(`customer_id = ${next(customer)}`);
  if (days !== undefined) where.push(`ends_at < ${next(addDays(now, days))}::timestamptz`);
  if (month !== undefined) {
    const first = `${next(`${month}-01`)}::date`;
    where.push(
      `ends_at >= house_midnight(${first}) AND ends_at < house_midnight((${first} + interval '1 month')::date)`,
    );
  }
  return sql.query<OwedPositionRow & Record<string, unknown>>(
    `SELECT p.*, c.name, c.email FROM (
       SELECT id, customer_id, product, started_at, ends_at, amount, promised, ${resultSql} AS result FROM (
         SELECT id, customer_id, product, started_at, ends_at, amount, rate, promised, result FROM positions
         WHERE ${where.join(' AND ')} ORDER BY ends_at, id LIMIT $3
       ) AS found
     ) AS p JOIN customers c ON c.id = p.customer_id ORDER BY p.ends_at, p.id`,
    values,
  );
}

export function presentOwed(row: OwedPositionRow): OwedPosition {
  return {
    Id: row.id,
    Customer: { Id: row.customer_id, Name: row.name, Email: row.email },
    Product: row.product,
    Start: row.started_at.toISOString(),
    End: row.ends_at.toISOString(),
    Principal: toJsonNumber(micros(row.amount)),
    Promised: toJsonNumber(micros(row.promised)),
    Result: toJsonNumber(micros(row.result)),
  };
}
