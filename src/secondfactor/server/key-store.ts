import { readOne, type Sql, type Tx } from '#database/server/database.ts';

/**
 * Serialises all changes of one customer's second factor under the lock of their own row: before they have a second factor there is no
 * other row to lock. Later statements wait for the lock; the caller need not.
 */
export function holdSecondFactor(tx: Tx, customerId: string): void {
  tx.send('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [customerId]);
}

interface FactorStatusRow {
  since: Date | null;
  has_app: boolean;
  passkeys: number;
  closed_until: Date | null;
}

export interface FactorStatus {
  /** Null when there is no second factor. */
  since: Date | null;
  hasApp: boolean;
  passkeys: number;
  withdrawalsClosedUntil: Date | null;
}

/** Reads what a customer has to show, in one round trip. */
export async function readFactorStatus(sql: Sql, customerId: string, now: Date): Promise<FactorStatus> {
  const row = (await readOne<FactorStatusRow>(
    sql,
    `SELECT (SELECT since FROM second_factors WHERE customer_id = $1 AND cell = cell_of($1) AND ended_at IS NULL) AS since,
       EXISTS (SELECT FROM authenticator_apps WHERE customer_id = $1 AND cell = cell_of($1)) AS has_app,
       (SELECT count(*)::int FROM passkeys WHERE customer_id = $1 AND cell = cell_of($1)) AS passkeys,
       (SELECT max(withdrawals_closed_until) FROM second_factors
        WHERE customer_id = $1 AND cell = cell_of($1) AND withdrawals_closed_until > $2) AS closed_until`,
    [customerId, now],
  )) as FactorStatusRow;
  const { since, has_app: hasApp, passkeys, closed_until: withdrawalsClosedUntil } = row;
  return { since, hasApp, passkeys, withdrawalsClosedUntil };
}

/** Whether this call created the key; false when there already was one. */
export async function beginKey(tx: Tx, customerId: string, now: Date): Promise<boolean> {
  const begun = await tx.query(
    `INSERT INTO second_factors (customer_id, cell, since) VALUES ($1, cell_of($1), $2)
     ON CONFLICT (customer_id, cell) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
    [customerId, now],
  );
  return begun.length === 1;
}

export interface KeyEnding {
  by: 'customer' | 'waiting' | 'operator' | 'reset';
  at: Date;
  withdrawalsClosedUntil: Date | null;
}

/** Closes withdrawals until then, whatever happens to the key meanwhile; extends a closure in force. */
export async function closeWithdrawals(tx: Tx, customerId: string, at: Date, until: Date): Promise<void> {
  await tx.query(
    `UPDATE second_factors SET withdrawals_closed_until = greatest(withdrawals_closed_until, $3),
       withdrawals_closed_at = CASE WHEN withdrawals_closed_until > $2 THEN withdrawals_closed_at ELSE $2 END
     WHERE cell = cell_of($1)
       AND id = (SELECT id FROM second_factors WHERE customer_id = $1 AND cell = cell_of($1) ORDER BY since DESC LIMIT 1)`,
    [customerId, at, until],
  );
}

/** Ends the key; false when there was none. Deletes the ways of showing it and everything pending on it. */
export async function endKey(
  tx: Tx,
  customerId: string,
  { by, at, withdrawalsClosedUntil }: KeyEnding,
): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE second_factors SET ended_at = greatest($3, since), ended_by = $2,
       withdrawals_closed_until = greatest(withdrawals_closed_until, $4),
       withdrawals_closed_at = CASE WHEN $4::timestamptz IS NULL THEN withdrawals_closed_at ELSE greatest($3, since) END
     WHERE customer_id = $1 AND cell = cell_of($1) AND ended_at IS NULL RETURNING id`,
    [customerId, by, at, withdrawalsClosedUntil],
  );
  if (ended.length === 0) return false;
  for (const table of keyTables)
    await tx.query(`DELETE FROM ${table} WHERE customer_id = $1 AND cell = cell_of($1)`, [customerId]);
  await tx.query('DELETE FROM withdrawal_approvals WHERE customer_id = $1 AND cell = cell_of($1) AND used_at IS NULL', [
    customerId,
  ]);
  return true;
}

const keyTables = [
  'authenticator_apps',
  'authenticator_setups',
  'passkeys',
  'recovery_codes',
  'passkey_challenges',
  'login_tickets',
  'lost_second_factor_links',
] as const;
