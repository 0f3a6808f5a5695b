import type { Sql } from '#database/server/database.ts';
import { asTransfer, transferColumns, type TransferRecord, type TransferRow } from './transfer-store.ts';

/** A withdrawal that has not ended, as an operator sees it. */
export interface OpenWithdrawal extends TransferRecord {
  email: string;
  attempts: number;
  /** Why the last attempt got no definite answer. */
  lastError: string | null;
}

interface OpenRow extends TransferRow {
  email: string;
  attempts: number;
  last_error: string | null;
}

/** Those waiting for an operator first, then those waiting for the brokerage; the oldest of each first. */
export async function listOpenWithdrawals(sql: Sql): Promise<OpenWithdrawal[]> {
  const rows = await sql.query<OpenRow>(
    `SELECT ${transferColumns}, attempts, last_error,
       (SELECT email FROM customers WHERE customers.id = broker_transfers.customer_id) AS email
     FROM broker_transfers
     WHERE direction = 'withdrawal' AND ended_at IS NULL
     ORDER BY state <> 'awaiting_approval', created_at, id`,
  );
  return rows.map((row) => ({
    ...asTransfer(row),
    email: row.email,
    attempts: row.attempts,
    lastError: row.last_error,
  }));
}

/** Any customer's withdrawal; null when there is none by that id. */
export async function readWithdrawal(sql: Sql, id: string): Promise<TransferRecord | null> {
  const [row] = await sql.query<TransferRow>(
    `SELECT ${transferColumns} FROM broker_transfers WHERE id = $1 AND direction = 'withdrawal'`,
    [id],
  );
  return row ? asTransfer(row) : null;
}
