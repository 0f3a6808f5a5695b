import { readOne, requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { explainLedger } from './post.ts';

/**
 * A customer's money can be stopped: nothing of it leaves and nothing opens by their own call. Whoever moves it for them locks their
 * accounts first; so a freeze waits for calls that are under way, and holds for all that come after it.
 */
const requireMovableSql = 'SELECT ledger.require_movable($1, $2)';

/**
 * The first statement of a call that moves money; the transaction is refused with `account_frozen`, and fails with LB013 when something was
 * answered under the key of the call. Nothing is waited for.
 */
export function requireMovable(tx: Tx, customerId: string, key: string | null = null): void {
  tx.send(requireMovableSql, [customerId, key], explainLedger({ owner: customerId, fromTreasury: 0n }));
}

/** Locks the customer's accounts; whether their money is stopped. If it is not, it will not be before this transaction ends. */
export async function isFrozenFor(tx: Tx, customerId: string): Promise<boolean> {
  await holdAccountsOf(tx, customerId);
  return (await readFrozenSince(tx, customerId)) !== null;
}

export async function readFrozenSince(sql: Sql, customerId: string): Promise<Date | null> {
  const row = await readOne<{ frozen_at: Date | null }>(
    sql,
    'SELECT frozen_at FROM ledger.accounts WHERE owner = $1 AND cell = cell_of($1)',
    [customerId],
  );
  return row && row.frozen_at;
}

/**
 * False when they were frozen before. Whatever moved before is committed, and nothing that is asked for moves from here on.
 *
 * @param hours after which it ends by itself; null: when somebody ends it
 */
export async function freezeCustomer(tx: Tx, customerId: string, hours: number | null = null): Promise<boolean> {
  const { changed } = await requireOne<{ changed: boolean }>(
    tx,
    'SELECT ledger.freeze($1, clock_timestamp()) AS changed',
    [customerId],
  );
  if (changed)
    await tx.query(
      `INSERT INTO customer_freezes (customer_id, cell, frozen_at, until)
       SELECT $1, cell_of($1), at, at + make_interval(hours => $2::int) FROM clock_timestamp() AS at`,
      [customerId, hours],
    );
  return changed;
}

/** False when they were not frozen. */
export async function unfreezeCustomer(tx: Tx, customerId: string): Promise<boolean> {
  const { changed } = await requireOne<{ changed: boolean }>(tx, 'SELECT ledger.freeze($1, NULL) AS changed', [
    customerId,
  ]);
  if (changed)
    await tx.query(
      `UPDATE customer_freezes SET ended_at = clock_timestamp()
       WHERE customer_id = $1 AND cell = cell_of($1) AND ended_at IS NULL`,
      [customerId],
    );
  return changed;
}

/** Makes a freeze that ends by itself one that does not; false where there is none such. */
export async function keepFrozen(tx: Tx, customerId: string): Promise<boolean> {
  await holdAccountsOf(tx, customerId);
  const kept = await tx.query(
    `UPDATE customer_freezes SET until = NULL
     WHERE customer_id = $1 AND cell = cell_of($1) AND ended_at IS NULL AND until IS NOT NULL RETURNING customer_id`,
    [customerId],
  );
  return kept.length === 1;
}

/** Whether a freeze of theirs that ended by itself, or was to, began in the last two days: another such one would make it longer than a day. */
export async function wasFrozenForHoursLately(tx: Tx, customerId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM customer_freezes WHERE customer_id = $1 AND cell = cell_of($1) AND until IS NOT NULL
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

/** False where it was ended, or made one without an end, meanwhile. */
export async function endFreezeThatIsOver(tx: Tx, customerId: string): Promise<boolean> {
  await holdAccountsOf(tx, customerId);
  const over = await tx.query(
    `SELECT FROM customer_freezes
     WHERE customer_id = $1 AND cell = cell_of($1) AND ended_at IS NULL AND until <= clock_timestamp()`,
    [customerId],
  );
  return over.length === 1 && unfreezeCustomer(tx, customerId);
}

function holdAccountsOf(tx: Tx, customerId: string): Promise<object[]> {
  return tx.query('SELECT ledger.hold_accounts(ARRAY[$1::uuid])', [customerId]);
}
