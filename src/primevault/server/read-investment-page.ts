import { type Micros } from '#money/money.ts';
import type { Cursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { InvestmentStatus } from '../contract.ts';
import type { ProgressCursor } from './progress-cursor.ts';
import { asInvestment, investmentColumns, type InvestmentRecord, type InvestmentRow } from './investment-store.ts';

/** Which of a customer's investments are wanted. */
export interface InvestmentFilter {
  customerId: string;
  span: Span;
  min: Micros | null;
  max: Micros | null;
  status: InvestmentStatus | null;
}

const isWanted = `customer_id = $1 AND started_at >= $2 AND started_at < $3
  AND ($4::bigint IS NULL OR amount >= $4) AND ($5::bigint IS NULL OR amount <= $5) AND ($6::text IS NULL OR status = $6)`;

function valuesOf({ customerId, span, min, max, status }: InvestmentFilter): unknown[] {
  return [customerId, span.start, span.end, min, max, status];
}

/** Newest first. One more than `limit`, so that the reader knows whether there is a next page. */
export async function readNewestPage(
  sql: Sql,
  filter: InvestmentFilter,
  cursor: Cursor,
  limit: number,
): Promise<InvestmentRecord[]> {
  const rows = await sql.query<InvestmentRow>(
    `SELECT ${investmentColumns} FROM vault_investments
     WHERE ${isWanted} AND (started_at, id) < ($7, $8)
     ORDER BY started_at DESC, id DESC LIMIT $9`,
    [...valuesOf(filter), cursor.at, cursor.id, limit + 1],
  );
  return rows.map(asInvestment);
}

/** Hundredths of a per cent, as `progressOf` of #money/accrual.ts has them. */
const progress = `CASE status WHEN 'expired' THEN 10000 ELSE floor(
  least(greatest(extract(epoch FROM $7::timestamptz - started_at), 0), extract(epoch FROM ends_at - started_at))
  * 10000 / extract(epoch FROM ends_at - started_at))::integer END`;

export interface RankedInvestment extends InvestmentRecord {
  /** How far it had come at the cursor's moment, counted so that the list begins at the lowest. */
  rank: number;
}

/**
 * By progress, and newest first where it is the same. Progress moves on while the customer reads, so every page is ordered
 * as of the moment of the first one: nothing is shown twice or left out.
 */
export async function readPageByProgress(
  sql: Sql,
  filter: InvestmentFilter,
  order: 'highest' | 'lowest',
  cursor: ProgressCursor,
  limit: number,
): Promise<RankedInvestment[]> {
  const rank = order === 'highest' ? `-(${progress})` : progress;
  const rows = await sql.query<InvestmentRow & { rank: number }>(
    `SELECT * FROM (SELECT ${investmentColumns}, ${rank} AS rank FROM vault_investments WHERE ${isWanted}) ranked
     WHERE rank > $8 OR (rank = $8 AND (started_at, id) < ($9, $10))
     ORDER BY rank, started_at DESC, id DESC LIMIT $11`,
    [...valuesOf(filter), cursor.asOf, cursor.rank, cursor.at, cursor.id, limit + 1],
  );
  return rows.map((row) => ({ ...asInvestment(row), rank: row.rank }));
}
