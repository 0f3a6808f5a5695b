import { micros, toJsonNumber } from '#money/money.ts';
import type { Cursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import { transferDirection } from '#wallet/contract.ts';
import { overdueAfterMs } from '#wallet/server/advance-transfer.ts';
import type { TransferRow } from '#wallet/server/transfer-store.ts';
import type { StaffTransfer } from '#console/transfers-contract.ts';

export interface StaffTransferRow extends TransferRow {
  name: string;
  email: string;
  ended_at: Date | null;
  due_at: Date | null;
  overdue: boolean;
  attempts: number;
  last_error: string | null;
}

/** Transfer filters; omitted ones match everything. */
export interface TransferFilter {
  direction?: string | undefined;
  state?: string | undefined;
  currency?: string | undefined;
  customerId?: string | undefined;
  /** A day of the house, business time. */
  day?: string | undefined;
  /** A day of the house, real time: transfers requested on this day and settled since. */
  settled?: string | undefined;
  isOverdue?: boolean;
}

/** Never overdue while an operator has to decide or the customer is frozen: nobody is late then. */
const overdueSql = `(b.ended_at IS NULL AND b.due_at < 'infinity' AND b.queued_at < now() - interval '${overdueAfterMs} milliseconds')`;

export const staffTransferColumns = `b.id, b.customer_id, b.direction, b.amount, b.currency, b.rate, b.fee, b.net, b.state,
  b.decision, b.waits_because, b.state = 'held' AND b.due_at = 'infinity' AS is_parked, b.reason, b.created_at, b.ended_at,
  nullif(b.due_at, 'infinity') AS due_at, ${overdueSql} AS overdue, b.attempts, b.last_error`;

/** Each combination of filters has its own SQL text, and so its own plan, which scans an index in the order of the list. */
export function listTransferRows(
  sql: Sql,
  filter: TransferFilter,
  { at, id }: Cursor,
  most: number,
): Promise<StaffTransferRow[]> {
  const values: unknown[] = [at, id, most];
  const where: string[] = ['(b.created_at, b.id) < ($1, $2)'];
  const add = (column: string, value: unknown): void => {
    if (value !== undefined) where.push(column.replace('?', `$${values.push(value)}`));
  };
  add('b.direction = ?', filter.direction);
  add('b.state = ?', filter.state);
  add('b.currency = ?', filter.currency);
  add('b.customer_id = ?::uuid', filter.customerId);
  if (filter.customerId !== undefined) where.push(`b.cell = cell_of($${values.length}::uuid)`);
  if (filter.day !== undefined) {
    add('b.created_at >= house_midnight(?::date)', filter.day);
    where.push(`b.created_at < house_midnight($${values.length}::date + 1)`);
  }
  if (filter.settled !== undefined) {
    add("b.state = 'settled' AND b.queued_at >= house_midnight(?::date)", filter.settled);
    where.push(`b.queued_at < house_midnight($${values.length}::date + 1)`);
  }
  if (filter.isOverdue) where.push(overdueSql);
  const walk = (...more: string[]): string => `SELECT ${staffTransferColumns} FROM broker_transfers b
    WHERE ${[...where, ...more].join(' AND ')} ORDER BY b.created_at DESC, b.id DESC LIMIT $3`;
  // One customer's transfers are scanned per direction, as no index covers both.
  const isOfBoth = filter.customerId !== undefined && filter.direction === undefined;
  const found = isOfBoth
    ? transferDirection.options.map((direction) => `(${walk(`b.direction = '${direction}'`)})`).join(' UNION ALL ')
    : walk();
  return sql.query<StaffTransferRow & Record<string, unknown>>(
    `SELECT t.*, c.name, c.email FROM (SELECT * FROM (${found}) AS f ORDER BY created_at DESC, id DESC LIMIT $3) t
     JOIN customers c ON c.id = t.customer_id ORDER BY t.created_at DESC, t.id DESC`,
    values,
  );
}

export function presentTransfer(row: StaffTransferRow): StaffTransfer {
  return {
    Id: row.id,
    Customer: { Id: row.customer_id, Name: row.name, Email: row.email },
    Direction: row.direction,
    Amount: toJsonNumber(micros(row.amount)),
    Fee: toJsonNumber(micros(row.fee)),
    Currency: row.currency,
    Net: toJsonNumber(micros(row.net)),
    Rate: toJsonNumber(micros(row.rate)),
    State: row.state,
    Date: row.created_at.toISOString(),
    Ended: row.ended_at?.toISOString() ?? null,
    Overdue: row.overdue,
    Attempts: row.attempts,
    Error: row.last_error,
  };
}
