import { type Micros, micros } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { MaturingProduct } from '../contract.ts';

export interface MaturityRecord {
  id: string;
  product: MaturingProduct;
  startedAt: Date;
  endsAt: Date;
  amount: Micros;
  /** Promised and set aside, or what the operations known now make of it. */
  profit: Micros;
  isPromised: boolean;
}

interface MaturityRow {
  id: string;
  product: MaturingProduct;
  started_at: Date;
  ends_at: Date;
  amount: bigint;
  profit: bigint;
  is_promised: boolean;
}

interface Source {
  product: MaturingProduct;
  table: string;
  running: string;
  isPromised: boolean;
}

/** Where each product keeps what runs. */
const sources: readonly Source[] = [
  { product: 'stake', table: 'stakes', running: 'in_progress', isPromised: true },
  { product: 'vault', table: 'vault_investments', running: 'active', isPromised: true },
  { product: 'copytrade', table: 'copytrade_licences', running: 'active', isPromised: false },
  { product: 'primezord', table: 'bot_investments', running: 'in_progress', isPromised: false },
];

/** All that runs, one branch a product, each ending with `tail`: a condition, and what a page needs. */
export function runningSql(tail: string): string {
  return sources
    .map(
      ({ product, table, running, isPromised }) => `(SELECT '${product}' AS product, ${isPromised} AS is_promised,
        id, started_at, ends_at, amount, ${isPromised ? 'promised_profit' : '0::bigint'} AS promised
      FROM ${table} WHERE status = '${running}' ${tail})`,
    )
    .join('\nUNION ALL ');
}

/** Of a row of {@link runningSql}: the result of the operations known now, nothing where the profit was promised. */
export const resultSql = `CASE WHEN is_promised THEN 0
  ELSE payout_result(amount, payouts_between(product, started_at, ends_at)) END`;

const pageSql = `
  SELECT product, is_promised, id, started_at, ends_at, amount, promised + ${resultSql} AS profit
  FROM (${runningSql(`AND customer_id = $1 AND ends_at >= $2 AND ends_at < $3 AND (ends_at, id) > ($4, $5)
    ORDER BY ends_at, id LIMIT $6`)}) running
  ORDER BY ends_at, id LIMIT $6`;

/** Up to `most` of what runs for a customer, soonest first, from the cursor on: a walk along each product's own index. */
export async function readMaturities(
  sql: Sql,
  customerId: string,
  span: Span,
  cursor: Cursor,
  most: number,
): Promise<MaturityRecord[]> {
  const rows = await sql.query<MaturityRow>(pageSql, [customerId, span.start, span.end, cursor.at, cursor.id, most]);
  return rows.map((row) => ({
    id: row.id,
    product: row.product,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    amount: micros(row.amount),
    profit: micros(row.profit),
    isPromised: row.is_promised,
  }));
}
