import { setTimeout as pause } from 'node:timers/promises';
import { readBusinessClock } from '#platform/server/business-clock.ts';
import { type Database, requireOne, type Sql } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';

/**
 * The treasury has a part in each cell, so that nobody waits for a part they do not need. A cell that cannot pay is levelled from others:
 * money leaves the one and arrives in the other by two journals with keys of their own, through `transit`. A crash in between leaves
 * it on its way, where it still counts; `completeTransits` brings it to its end.
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
 * @returns false when the whole treasury, with what is on its way, is less than that
 */
export async function levelTreasury(db: Database, cell: number, amount: bigint): Promise<boolean> {
  const { capacity, own } = await requireOne<{ capacity: bigint; own: bigint }>(
    db,
    'SELECT ledger.capacity() AS capacity, (SELECT balance FROM ledger.treasury WHERE cell = $1) AS own',
    [cell],
  );
  if (capacity < amount) return false;
  let missing = amount - own;
  // The richest first. Where nobody is rich, whichever: the most has the cell that somebody else has just gathered it for.
  const sources = await db.query<{ cell: number; balance: bigint }>(
    `SELECT cell, balance FROM ledger.treasury WHERE cell <> $1 AND balance > 0
     ORDER BY CASE WHEN balance >= 2 * $2::bigint THEN balance END DESC NULLS LAST, random() LIMIT 256`,
    [cell, missing],
  );
  for (const source of sources) {
    if (missing <= 0n) return true;
    // The next call of this cell finds something, too; and what is taken from the richest evens them out.
    const half = source.balance / 2n;
    missing -= await move(db, source.cell, cell, half > missing ? half : missing);
  }
  if (missing <= 0n) return true;
  // The rest is on its way to somewhere, or somebody is just drawing it: whoever asks tries again.
  await completeTransits(db);
  await pause(Math.random() * 10);
  return true;
}

/** Gives every cell its share of what one cell has: after the operator has put it there. */
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

/** How much has arrived: no more than there was. */
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

/** The other half of the way, each in a transaction of the cell it arrives in; then the first half is told, cell by cell. */
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

/** Whoever brings it at the same moment may be the one who posts it; then it is tried again, and is found to have been posted. */
function receive(db: Database, { id, to_cell: cell, amount }: Transit, now: Date): Promise<unknown> {
  const work = (tx: Sql): Promise<unknown> =>
    tx.query('SELECT ledger.receive($1, $2, $3, $4)', [id, cell, amount, now]);
  return transaction(db, work, { repeatable: true });
}

/** Brings what has been on its way for a while, because somebody did not come to the end, to where it should be. */
export async function completeTransits(db: Database): Promise<number> {
  const late = await db.query<Transit>(
    `SELECT id, cell, to_cell, amount FROM ledger.transits WHERE arrived_at IS NULL AND sent_at < now() - interval '2 seconds'`,
  );
  await arriveAll(db, late);
  return late.length;
}
