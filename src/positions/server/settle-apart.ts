import type { Database } from '#database/server/database.ts';
import { isDueSql } from './position-store.ts';
import { type DoneApart, workApart } from '#database/server/work-apart.ts';

/** Something that was due could not be paid. Everybody else's has been, unless hardly anybody's can. */
export class StuckPositions extends Error {
  override readonly name = 'StuckPositions';

  constructor(customers: readonly string[], cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`what has fallen due cannot be paid to ${customers.slice(0, mostNamed).join(', ')}: ${why}`, {
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
 * Pays what is due when a batch has failed: everybody but those customers whose positions cannot be paid. Without this, one of
 * them would hold up every other customer until somebody repairs it.
 *
 * @param settle pays these positions in one transaction and returns how many it settled
 * @throws StuckPositions if there are such customers
 */
export async function settleApart(
  db: Database,
  { now, most }: { now: Date; most: number },
  settle: (positions: readonly string[]) => Promise<number>,
): Promise<void> {
  const stuck = new Map<string, unknown>();
  let left: DoneApart['failed'] = stuck;
  let settled = 0;
  for (let isMore = true; isMore;) {
    const before = settled;
    const due = await readDue(db, { now, most }, [...stuck.keys()]);
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
  if (left.size > 0) throw new StuckPositions([...left.keys()], fault);
}

/** The oldest due positions by customer, without those of these customers. */
function readDue(db: Database, { now, most }: { now: Date; most: number }, without: readonly string[]): Promise<Due[]> {
  return db.query<Due>(
    `SELECT customer_id, array_agg(id) AS positions FROM (
       SELECT p.customer_id, p.id FROM positions p CROSS JOIN feeds_paid_until($1) f
       WHERE p.state = 'running' AND ${isDueSql('$1')} AND p.customer_id <> ALL ($3::uuid[])
       ORDER BY p.ends_at LIMIT $2
     ) due GROUP BY customer_id ORDER BY customer_id`,
    [now, most, without],
  );
}
