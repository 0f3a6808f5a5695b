import type { Database } from '#database/server/database.ts';
import { isDueSql } from './position-store.ts';
import { type DoneApart, workApart } from '#database/server/work-apart.ts';

/** Something that was due could not be paid. Everybody else's in the cell has been, unless hardly anybody's can. */
export class StuckPositions extends Error {
  override readonly name = 'StuckPositions';

  constructor(cell: number, customers: readonly string[], cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`what has fallen due in cell ${cell} cannot be paid to ${customers.slice(0, mostNamed).join(', ')}: ${why}`, {
      cause,
    });
  }
}
const mostNamed = 8;

/** The positions of one customer that have fallen due. */
interface Due {
  customer_id: string;
  positions: string[];
}

/**
 * Pays what is due in a cell whose batch has failed: everybody but those customers whose positions cannot be paid. Without this, one of
 * them would hold up every other customer of the cell until somebody repairs it.
 *
 * @param settle pays these positions in one transaction and returns how many it settled
 * @throws StuckPositions if there are such customers
 */
export async function settleApart(
  db: Database,
  { cell, now, most }: { cell: number; now: Date; most: number },
  settle: (positions: readonly string[]) => Promise<number>,
): Promise<void> {
  const stuck = new Map<string, unknown>();
  let left: DoneApart['failed'] = stuck;
  let settled = 0;
  for (let isMore = true; isMore;) {
    const before = settled;
    const due = await readDue(db, { cell, now, most }, [...stuck.keys()]);
    const { failed, undivided } = await workApart(
      due,
      ({ customer_id }) => customer_id,
      async (some) => {
        const count = await settle(some.flatMap(({ positions }) => positions));
        settled += count;
      },
    );
    for (const [customer, fault] of failed) if (!undivided.has(customer)) stuck.set(customer, fault);
    left = new Map([...stuck, ...failed]);
    const isFull = due.reduce((count, { positions }) => count + positions.length, 0) === most;
    isMore = settled > before && (isFull || undivided.size > 0);
  }
  const [fault] = left.values();
  if (left.size > 0) throw new StuckPositions(cell, [...left.keys()], fault);
}

/** The oldest due positions of a cell by customer, without those of these customers. */
function readDue(
  db: Database,
  { cell, now, most }: { cell: number; now: Date; most: number },
  without: readonly string[],
): Promise<Due[]> {
  return db.query<Due>(
    `SELECT customer_id, array_agg(id) AS positions FROM (
       SELECT p.customer_id, p.id FROM positions p CROSS JOIN feeds_paid_until($2) f
       WHERE p.cell = $1 AND p.state = 'running' AND ${isDueSql('$2')} AND p.customer_id <> ALL ($4::uuid[])
       ORDER BY p.ends_at LIMIT $3
     ) due GROUP BY customer_id ORDER BY customer_id`,
    [cell, now, most, without],
  );
}
