import { micros, toJsonNumber } from '#money/money.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import { readOne, type Sql } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { instantOf } from '#platform/server/span.ts';
import type { MaturingProduct, MaturityMonth, sumMaturityMonths as contract } from '../contract.ts';
import { resultSql, runningSql } from './maturity-store.ts';
import { monthStarts } from './month-starts.ts';

interface SumRow {
  /** Which month, counted from one. */
  month: number;
  product: MaturingProduct;
  positions: number;
  amount: bigint;
  promised: bigint;
  result: bigint;
  shown_amount: bigint;
  shown_promised: bigint;
  shown_result: bigint;
}

/** What comes back of a product: to the micro-dollar, or the sum of what is shown. */
type Sums = Pick<SumRow, 'product' | 'amount' | 'promised' | 'result'>;

const own = runningSql('AND customer_id = $1');

/** What comes back to the customer by month of their own calendar and zone: every month from the first to the last. */
export async function sumMaturityMonths(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof contract>, 'investor' | 'query'>,
): Promise<MaturityMonth[]> {
  const span = await readOne<{ first: Date | null; last: Date | null }>(
    sql,
    `SELECT min(ends_at) AS first, max(ends_at) AS last FROM (${own}) running`,
    [investor.id],
  );
  if (!span?.first || !span.last) return [];
  const starts = monthStarts(span.first, span.last, query.tz, query.calendar);
  const sums = await sql.query<SumRow>(
    `SELECT width_bucket(ends_at, $2::timestamptz[]) AS month, product, count(*)::integer AS positions,
       ${summed('amount')}, ${summed('promised')}, ${summed('result')}
     FROM (SELECT *, ${resultSql} AS result FROM (${own}) own OFFSET 0) running GROUP BY 1, 2`,
    [investor.id, starts.map((day) => instantOf(day, query.tz))],
  );
  return starts.map((day, at) =>
    presentMonth(
      day,
      sums.filter(({ month }) => month === at + 1),
    ),
  );
}

/** The sum, and the sum of what is shown of each position. */
function summed(column: string): string {
  return `sum(${column})::bigint AS ${column}, sum(${wholeCentsSql(column)})::bigint AS shown_${column}`;
}

function presentMonth(start: string, rows: readonly SumRow[]): MaturityMonth {
  const shown = rows.map(({ product, shown_amount: amount, shown_promised: promised, shown_result: result }) => {
    return { product, amount, promised, result };
  });
  return {
    Start: start,
    Positions: rows.reduce((count, { positions }) => count + positions, 0),
    ...presentSums(rows),
    Shown: presentSums(shown),
  };
}

function presentSums(sums: readonly Sums[]): MaturityMonth['Shown'] {
  const total = (of: (row: Sums) => bigint, rows = sums): number =>
    toJsonNumber(micros(rows.reduce((sum, row) => sum + of(row), 0n)));
  const back = (product: MaturingProduct): number =>
    total(
      ({ amount, promised, result }) => amount + promised + result,
      sums.filter((row) => row.product === product),
    );
  return {
    Amount: total(({ amount }) => amount),
    Promised: total(({ promised }) => promised),
    Result: total(({ result }) => result),
    Stake: back('stake'),
    Copytrade: back('copytrade'),
    Vault: back('vault'),
    Primezord: back('primezord'),
  };
}
