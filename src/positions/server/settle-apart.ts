import { Refusal } from '#platform/refusal.ts';
import type { Database } from '#platform/server/database.ts';
import { codeOf, isLost } from '#platform/server/is-lost.ts';

/** The positions of one customer that have fallen due. */
interface Due {
  customer_id: string;
  positions: string[];
}

/** After this many customers the fault is no longer theirs, and looking for more of them would only cost time. */
const mostStuck = 8;
const waitedTooLong = '55P03';

/** Something that was due could not be paid. Everybody else's in the cell has been, unless these are the most that were looked for. */
export class StuckPositions extends Error {
  override readonly name = 'StuckPositions';

  constructor(cell: number, customers: readonly string[], cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`what has fallen due in cell ${cell} cannot be paid to ${customers.join(', ')}: ${why}`, { cause });
  }
}

/** Whether a batch may have failed because of one of its customers, and not because of the database or of a lock that all of them need. */
export function isOfACustomer(fault: unknown): boolean {
  return !(isLost(fault) || fault instanceof Refusal || codeOf(fault) === waitedTooLong);
}

/**
 * Pays what is due in a cell whose batch has failed: everybody but those customers whose positions cannot be paid, who are found by
 * halving. Without this, one of them would hold up every other customer of the cell until somebody repairs it.
 *
 * @param settle pays these positions in one transaction and returns how many it settled
 * @returns how many were settled
 * @throws StuckPositions if there are such customers
 */
export async function settleApart(
  db: Database,
  { cell, now, most }: { cell: number; now: Date; most: number },
  settle: (positions: readonly string[]) => Promise<number>,
): Promise<number> {
  const stuck = new Map<string, unknown>();
  let settled = 0;
  const pay = async (due: readonly Due[]): Promise<void> => {
    if (due.length === 0 || stuck.size >= mostStuck) return;
    try {
      settled += await settle(due.flatMap(({ positions }) => positions));
    } catch (fault) {
      if (!isOfACustomer(fault)) throw fault;
      const half = due.length >> 1;
      if (half === 0) return void stuck.set((due[0] as Due).customer_id, fault);
      await pay(due.slice(0, half));
      await pay(due.slice(half));
    }
  };
  for (let isMore = true; isMore && stuck.size < mostStuck;) {
    const before = settled;
    const due = await readDue(db, { cell, now, most }, [...stuck.keys()]);
    await pay(due);
    isMore = settled > before && due.reduce((count, { positions }) => count + positions.length, 0) === most;
  }
  const [fault] = stuck.values();
  if (stuck.size > 0) throw new StuckPositions(cell, [...stuck.keys()], fault);
  return settled;
}

/** The oldest due positions of a cell by customer, without those of these customers. */
function readDue(
  db: Database,
  { cell, now, most }: { cell: number; now: Date; most: number },
  without: readonly string[],
): Promise<Due[]> {
  return db.query<Due>(
    `SELECT customer_id, array_agg(id) AS positions FROM (
       SELECT customer_id, id FROM positions WHERE cell = $1 AND state = 'running' AND ends_at <= $2 AND customer_id <> ALL ($4::uuid[])
       ORDER BY ends_at LIMIT $3
     ) due GROUP BY customer_id ORDER BY customer_id`,
    [cell, now, most, without],
  );
}
