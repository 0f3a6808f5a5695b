import { type Micros, micros, type Percent } from '#money/money.ts';
import type { Cursor } from '#http/server/cursor.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { Currency, TransferDirection } from '../contract.ts';
import type { ExchangeRate } from '../quote.ts';
import type { TransferDetails, TransferState, WaitsBecause } from '../transfer-state.ts';

/** A transfer with the brokerage: the agreed terms and its progress. */
export interface TransferRecord extends TransferDetails {
  id: string;
  customerId: string;
  amount: Micros;
  currency: Currency;
  rate: ExchangeRate;
  fee: Micros;
  /** The fee as a percentage of the amount, for a withdrawal in USDT; set only on insertion. */
  feeRate?: Percent | null;
  /** In the currency. */
  net: Micros;
  createdAt: Date;
  /** Business time at which a withdrawal counts as leaving the house: its request, or when it was let go later than that. */
  countedAt: Date;
}

export interface TransferRow {
  id: string;
  customer_id: string;
  direction: TransferDirection;
  amount: bigint;
  currency: Currency;
  rate: bigint;
  fee: bigint;
  net: bigint;
  state: TransferState;
  decision: TransferRecord['decision'];
  waits_because: WaitsBecause | null;
  is_parked: boolean;
  reason: string | null;
  created_at: Date;
  counted_at: Date | null;
}

const writtenColumns =
  'id, customer_id, direction, amount, currency, rate, fee, net, state, decision, waits_because, reason, created_at';
export const transferColumns = `${writtenColumns}, state = 'held' AND due_at = 'infinity' AS is_parked, counted_at`;

export function asTransfer(row: TransferRow): TransferRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    direction: row.direction,
    amount: micros(row.amount),
    currency: row.currency,
    rate: row.rate as ExchangeRate,
    fee: micros(row.fee),
    net: micros(row.net),
    state: row.state,
    decision: row.decision,
    waitsBecause: row.waits_because,
    isParked: row.is_parked,
    reason: row.reason,
    createdAt: row.created_at,
    countedAt: row.counted_at ?? row.created_at,
  };
}

/**
 * Inserts the intent, without waiting for the statement. Once committed it is carried out, whatever happens to this process; one that
 * awaits approval is not due until approved.
 */
export function sendTransferRow(tx: Tx, transfer: TransferRecord): void {
  tx.send(
    `INSERT INTO broker_transfers (${writtenColumns}, cell, needs_approval, due_at, fee_rate)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, cell_of($2), $14, CASE WHEN $14 THEN NULL ELSE now() END, $15)`,
    [
      transfer.id,
      transfer.customerId,
      transfer.direction,
      transfer.amount,
      transfer.currency,
      transfer.rate,
      transfer.fee,
      transfer.net,
      transfer.state,
      transfer.decision,
      transfer.waitsBecause,
      transfer.reason,
      transfer.createdAt,
      transfer.state === 'awaiting_approval',
      transfer.feeRate ?? null,
    ],
  );
}

/** Reads one row more than `limit`, so that the caller knows whether there is a next page. */
export async function readTransferPage(
  sql: Sql,
  customerId: string,
  direction: TransferDirection | undefined,
  span: Span,
  cursor: Cursor,
  limit: number,
): Promise<TransferRecord[]> {
  const values = [customerId, span.start, span.end, cursor.at, cursor.id, limit + 1];
  return (await sql.query<TransferRow>(pages[direction ?? 'both'], values)).map(asTransfer);
}

/**
 * Each query has its own text, and so its own plan. One direction uses the index that begins with it; both are two such scans, as there is
 * no other index.
 */
const pageOf = (direction: TransferDirection): string => `
  SELECT ${transferColumns} FROM broker_transfers
  WHERE customer_id = $1 AND cell = cell_of($1) AND direction = '${direction}' AND created_at >= $2 AND created_at < $3 AND (created_at, id) < ($4, $5)
  ORDER BY created_at DESC, id DESC LIMIT $6`;

const [deposits, withdrawals] = [pageOf('deposit'), pageOf('withdrawal')];
const pages = {
  deposit: deposits,
  withdrawal: withdrawals,
  both: `SELECT * FROM ((${deposits}) UNION ALL (${withdrawals})) AS transfers ORDER BY created_at DESC, id DESC LIMIT $6`,
};

/** Of all customers, for audits. */
export async function readTransfersById(sql: Sql, ids: readonly string[]): Promise<TransferRecord[]> {
  const rows = await sql.query<TransferRow>(`SELECT ${transferColumns} FROM broker_transfers WHERE id = ANY($1)`, [
    ids,
  ]);
  return rows.map(asTransfer);
}
