import { type Micros, micros, type Percent } from '#money/money.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { InvestmentStatus } from '../contract.ts';

export interface InvestmentRecord {
  id: string;
  customerId: string;
  amount: Micros;
  /** Promotional points included. */
  rate: Percent;
  promisedProfit: Micros;
  promocode: string | null;
  startedAt: Date;
  endsAt: Date;
  status: InvestmentStatus;
  closedAt: Date | null;
}

export interface InvestmentRow {
  id: string;
  customer_id: string;
  amount: bigint;
  rate: bigint;
  promised_profit: bigint;
  promocode: string | null;
  started_at: Date;
  ends_at: Date;
  status: InvestmentStatus;
  closed_at: Date | null;
}

export const investmentColumns =
  'id, customer_id, amount, rate, promised_profit, promocode, started_at, ends_at, status, closed_at';

export function asInvestment(row: InvestmentRow): InvestmentRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    amount: micros(row.amount),
    rate: row.rate as Percent,
    promisedProfit: micros(row.promised_profit),
    promocode: row.promocode,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    status: row.status,
    closedAt: row.closed_at,
  };
}

export async function insertInvestment(tx: Tx, investment: InvestmentRecord): Promise<void> {
  await tx.query(
    `INSERT INTO vault_investments (id, customer_id, amount, rate, promised_profit, promocode, started_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      investment.id,
      investment.customerId,
      investment.amount,
      investment.rate,
      investment.promisedProfit,
      investment.promocode,
      investment.startedAt,
      investment.endsAt,
    ],
  );
}

export async function readInvestment(sql: Sql, id: string, customerId: string): Promise<InvestmentRecord | null> {
  const text = `SELECT ${investmentColumns} FROM vault_investments WHERE id = $1 AND customer_id = $2`;
  const row = await readOne<InvestmentRow>(sql, text, [id, customerId]);
  return row && asInvestment(row);
}

/** Ends up to `most` investments that have fallen due, oldest first, passing over those that another worker holds. */
export async function markExpired(tx: Tx, now: Date, most: number): Promise<InvestmentRecord[]> {
  const rows = await tx.query<InvestmentRow>(
    `UPDATE vault_investments SET status = 'expired', closed_at = $1
     WHERE id IN (
       SELECT id FROM vault_investments WHERE status = 'active' AND ends_at <= $1
       ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${investmentColumns}`,
    [now, most],
  );
  return rows.map(asInvestment);
}

export async function insertAcceptance(sql: Sql, customerId: string, now: Date): Promise<void> {
  await sql.query(
    'INSERT INTO vault_acceptances (customer_id, accepted_at) VALUES ($1, $2) ON CONFLICT (customer_id) DO NOTHING',
    [customerId, now],
  );
}

export async function hasAccepted(sql: Sql, customerId: string): Promise<boolean> {
  return (await readOne(sql, 'SELECT FROM vault_acceptances WHERE customer_id = $1', [customerId])) !== null;
}
