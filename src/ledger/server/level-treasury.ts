import { setTimeout as pause } from 'node:timers/promises';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { type Database, requireOne, type Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';

/**
 * The treasury has a part in each cell, so that nobody waits for a part they do not need. A cell that cannot pay is levelled from others:
 * money leaves one and arrives in the other by two journals with their own keys, through `transit`. After a crash in between it stays in
 * transit, where it still counts, until `completeTransits` delivers it.
 */
interface Transit {
  id: string;
  cell: number;
  to_cell: number;
  amount: bigint;
}

/**
 * Brings at least `amount` into a cell's part of the treasury.
 *
 * @returns false if the whole treasury, including transit, is less than that
 */
export async function levelTreasury(db: Database, cell: number, amount: bigint): Promise<boolean> {
  const { capacity, own } = await requireOne<{ capacity: bigint; own: bigint }>(
    db,
    'SELECT ledger.capacity() AS capacity, (SELECT balance FROM ledger.treasury WHERE cell = $1) AS own',
    [cell],
  );
  if (capacity < amount) return false;
  let missing = amount - own;
  // Richest cells first. If none is rich, the order is random: the cell with the most is the one for which somebody else has just gathered
  // it.
  const sources = await db.query<{ cell: number; balance: bigint }>(
    `SELECT cell, balance FROM ledger.treasury WHERE cell <> $1 AND balance > 0
     ORDER BY CASE WHEN balance >= 2 * $2::bigint THEN balance END DESC NULLS LAST, random() LIMIT 256`,
    [cell, missing],
  );
  for (const source of sources) {
    if (missing <= 0n) return true;
    // Taking half leaves something for the source cell's next call, and taking from the richest evens the cells out.
    const half = source.balance / 2n;
    missing -= await move(db, source.cell, cell, half > missing ? half : missing);
  }
  if (missing <= 0n) return true;
  // The rest is in transit or being drawn by somebody else; the caller tries again.
  await completeTransits(db);
  await pause(Math.random() * 10);
  return true;
}

/** Distributes one cell's treasury over all cells, after the operator has funded it. */
export async function spreadTreasury(db: Database, from: number): Promise<void> {
  const sent = await transaction(db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    return tx.query<Transit>('SELECT id, $1::smallint AS cell, to_cell, amount FROM ledger.spread($1, $2)', [
      from,
      now,
    ]);
  });
  await arriveAll(db, sent);
}

/** Returns the amount that arrived, at most what was available. */
async function move(db: Database, from: number, to: number, amount: bigint): Promise<bigint> {
  const id = uuidv7();
  const sent = await transaction(db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    const row = await requireOne<{ sent: bigint }>(tx, 'SELECT ledger.send($1, $2, $3, $4, $5) AS sent', [
      id,
      from,
      to,
      amount,
      now,
    ]);
    return row.sent;
  });
  if (sent > 0n) await arriveAll(db, [{ id, cell: from, to_cell: to, amount: sent }]);
  return sent;
}

/** Posts the receiving halves, each in a transaction of its own cell, and then marks the sending halves as arrived, cell by cell. */
async function arriveAll(db: Database, transits: readonly Transit[]): Promise<void> {
  const { now } = await readBusinessClock(db);
  const waiting = [...transits];
  const bring = async (): Promise<void> => {
    for (let transit = waiting.pop(); transit; transit = waiting.pop()) await receive(db, transit, now);
  };
  await Promise.all(Array.from({ length: 4 }, bring));
  for (const cell of new Set(transits.map((transit) => transit.cell))) {
    const ids = transits.filter((transit) => transit.cell === cell).map(({ id }) => id);
    await db.query('SELECT ledger.arrive($1, $2)', [ids, cell]);
  }
}

/** A concurrent call may post the same arrival first; this one is then retried and finds it posted. */
function receive(db: Database, { id, to_cell: cell, amount }: Transit, now: Date): Promise<unknown> {
  const work = (tx: Sql): Promise<unknown> =>
    tx.query('SELECT ledger.receive($1, $2, $3, $4)', [id, cell, amount, now]);
  return transaction(db, work, { repeatable: true });
}

/** Completes transits that have been under way for a while because their sender did not finish. */
export async function completeTransits(db: Database): Promise<number> {
  const late = await db.query<Transit>(
    `SELECT id, cell, to_cell, amount FROM ledger.transits WHERE arrived_at IS NULL AND sent_at < now() - interval '2 seconds'`,
  );
  await arriveAll(db, late);
  return late.length;
}
