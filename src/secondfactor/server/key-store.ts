import { readOne, type Sql, type Tx } from '#platform/server/database.ts';

/**
 * Everything about one customer's second factor changes one after the other, under the lock of their own row: there is no other one
 * before they have a second factor. What follows waits for it; whoever holds it need not.
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
  /** Null: there is none. */
  since: Date | null;
  hasApp: boolean;
  passkeys: number;
  withdrawalsClosedUntil: Date | null;
}

/** What a customer has to show, in one round trip. */
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

/** Whether this made it: false when there was one already. */
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

/** Nothing leaves until then, whatever becomes of the key meanwhile; a closing that is under way becomes longer. */
export async function closeWithdrawals(tx: Tx, customerId: string, at: Date, until: Date): Promise<void> {
  await tx.query(
    `UPDATE second_factors SET withdrawals_closed_until = greatest(withdrawals_closed_until, $3),
       withdrawals_closed_at = CASE WHEN withdrawals_closed_until > $2 THEN withdrawals_closed_at ELSE $2 END
     WHERE cell = cell_of($1)
       AND id = (SELECT id FROM second_factors WHERE customer_id = $1 AND cell = cell_of($1) ORDER BY since DESC LIMIT 1)`,
    [customerId, at, until],
  );
}

/** Whether there was one to end. What it was shown by, and everything that waited for it, goes with it. */
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
