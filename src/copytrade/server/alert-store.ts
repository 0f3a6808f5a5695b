import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { copytradeOpen } from './copytrade-settings.ts';

export async function hasAlert(sql: Sql, customerId: string): Promise<boolean> {
  const row = await readOne(sql, 'SELECT FROM copytrade_alerts WHERE customer_id = $1 AND cell = cell_of($1)', [
    customerId,
  ]);
  return row !== null;
}

/** Idempotent: a second request leaves the first in place. */
export async function addAlert(sql: Sql, customerId: string): Promise<void> {
  await sql.query(
    `INSERT INTO copytrade_alerts (id, customer_id, cell) VALUES ($1, $2, cell_of($2)) ON CONFLICT DO NOTHING`,
    [uuidv7(), customerId],
  );
}

export async function removeAlert(sql: Sql, customerId: string): Promise<void> {
  await sql.query('DELETE FROM copytrade_alerts WHERE customer_id = $1 AND cell = cell_of($1)', [customerId]);
}

/** While registrations are closed nobody is notified. The switch is closed until it is set. */
const isOpen = `EXISTS (SELECT FROM settings WHERE key = '${copytradeOpen.key}' AND value = 'true')`;

/** The cells with customers waiting to be notified, if registrations are open. */
export async function cellsToAlert(sql: Sql): Promise<number[]> {
  const rows = await sql.query<{ cell: number }>(
    `SELECT c.cell FROM ledger.treasury AS c
     WHERE ${isOpen} AND EXISTS (SELECT FROM copytrade_alerts WHERE cell = c.cell)`,
    [],
  );
  return rows.map(({ cell }) => cell);
}

export interface TakenAlert {
  id: string;
  customer_id: string;
}

/** Takes up to `most` alerts of a cell, permanently once the transaction commits, skipping those that another worker is taking. */
export function takeAlerts(tx: Tx, cell: number, most: number): Promise<TakenAlert[]> {
  return tx.query<TakenAlert>(
    `DELETE FROM copytrade_alerts WHERE cell = $1 AND customer_id IN (
       SELECT customer_id FROM copytrade_alerts WHERE cell = $1 AND ${isOpen} LIMIT $2 FOR UPDATE SKIP LOCKED
     ) RETURNING id, customer_id`,
    [cell, most],
  );
}
