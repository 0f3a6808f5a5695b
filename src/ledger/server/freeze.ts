import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { explainLedger } from './post.ts';

/**
 * A customer's money can be frozen: nothing leaves and nothing opens by their own call. Everything that moves it on their behalf locks
 * their accounts first, so a freeze waits for calls under way and applies to all later ones.
 */
const requireMovableSql = 'SELECT ledger.require_movable($1, $2)';

/**
 * The first statement of a call that moves money, sent without waiting. The transaction is refused with `account_frozen`, and fails with
 * LB013 if the call's key was already answered.
 */
export function requireMovable(tx: Tx, customerId: string, key: string | null = null): void {
  tx.send(requireMovableSql, [customerId, key], explainLedger);
}

/**
 * Locks the customer's accounts and returns whether their money is frozen. If it is not, it cannot become so before this transaction ends.
 */
export async function isFrozenFor(tx: Tx, customerId: string): Promise<boolean> {
  await holdAccountsOf(tx, customerId);
  return (await readFrozenSince(tx, customerId)) !== null;
}

export async function readFrozenSince(sql: Sql, customerId: string): Promise<Date | null> {
  const row = await readOne<{ frozen_at: Date | null }>(sql, 'SELECT frozen_at FROM ledger.accounts WHERE owner = $1', [
    customerId,
  ]);
  return row && row.frozen_at;
}

/**
 * Returns false if they were frozen already. Everything that moved before is committed, and nothing requested from here on moves.
 *
 * @param hours after which it ends automatically; null: until somebody ends it
 */
export async function freezeCustomer(tx: Tx, customerId: string, hours: number | null = null): Promise<boolean> {
  const { changed } = await requireOne<{ changed: boolean }>(
    tx,
    'SELECT ledger.freeze($1, clock_timestamp()) AS changed',
    [customerId],
  );
  if (changed)
    await tx.query(
      `INSERT INTO customer_freezes (customer_id, frozen_at, until)
       SELECT $1, at, at + make_interval(hours => $2::int) FROM clock_timestamp() AS at`,
      [customerId, hours],
    );
  return changed;
}

/** Returns false if they were not frozen. */
export async function unfreezeCustomer(tx: Tx, customerId: string): Promise<boolean> {
  const { changed } = await requireOne<{ changed: boolean }>(tx, 'SELECT ledger.freeze($1, NULL) AS changed', [
    customerId,
  ]);
  if (changed)
    await tx.query(
      `UPDATE customer_freezes SET ended_at = clock_timestamp()
       WHERE customer_id = $1 AND ended_at IS NULL`,
      [customerId],
    );
  return changed;
}

/** Makes a freeze with an automatic end permanent; returns false if there is no such freeze. */
export async function keepFrozen(tx: Tx, customerId: string): Promise<boolean> {
  await holdAccountsOf(tx, customerId);
  const kept = await tx.query(
    `UPDATE customer_freezes SET until = NULL
     WHERE customer_id = $1 AND ended_at IS NULL AND until IS NOT NULL RETURNING customer_id`,
    [customerId],
  );
  return kept.length === 1;
}

/** Whether a freeze with an automatic end, over or not, began in the last two days: another one would extend it beyond a day. */
export async function wasFrozenForHoursLately(tx: Tx, customerId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM customer_freezes WHERE customer_id = $1 AND until IS NOT NULL
       AND frozen_at > now() - interval '48 hours'`,
    [customerId],
  );
  return rows.length > 0;
}

export async function listFreezesThatAreOver(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ customer_id: string }>(
    'SELECT customer_id FROM customer_freezes WHERE ended_at IS NULL AND until <= clock_timestamp() ORDER BY until LIMIT 100',
  );
  return rows.map((row) => row.customer_id);
}

/** Returns false if it was ended, or made permanent, in the meantime. */
export async function endFreezeThatIsOver(tx: Tx, customerId: string): Promise<boolean> {
  await holdAccountsOf(tx, customerId);
  const over = await tx.query(
    `SELECT FROM customer_freezes
     WHERE customer_id = $1 AND ended_at IS NULL AND until <= clock_timestamp()`,
    [customerId],
  );
  return over.length === 1 && unfreezeCustomer(tx, customerId);
}

function holdAccountsOf(tx: Tx, customerId: string): Promise<object[]> {
  return tx.query('SELECT ledger.hold_accounts(ARRAY[$1::uuid])', [customerId]);
}
