import { createHash } from 'node:crypto';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { mostCustomers, raiseAlert } from './alert-store.ts';
import { accountsPerAddress, accountsPerDevice, accountsPerHolder } from './case-settings.ts';
import type { Mark, Reading } from './find-patterns.ts';

type OriginKind = 'device' | 'address' | 'holder';

interface NewOrigin {
  kind: OriginKind;
  mark: string;
  at: string;
  id: string;
}

interface Sharer {
  customer_id: string;
  first_seen_at: Date;
  first: string;
  count: number;
}

/**
 * Several customers who share a device or address, or whose money goes to one holder at the brokerage. Marks that one customer left at the
 * same instant are read together, since the next round starts after all of them.
 */
export async function findSharedOrigins(sql: Sql, { mode, restSeconds, after, most }: Reading): Promise<Mark | null> {
  const fresh = await sql.query<NewOrigin>(
    `SELECT kind, mark, first_seen_at::text AS at, customer_id AS id FROM customer_origins
     WHERE (first_seen_at, customer_id) > ($1::timestamptz, $2::uuid) AND first_seen_at <= now() - make_interval(secs => $3)
     ORDER BY first_seen_at, customer_id FETCH FIRST ${most} ROWS WITH TIES`,
    [after.at, after.id, restSeconds],
  );
  const least: Record<OriginKind, number> = {
    device: await readSetting(sql, accountsPerDevice, mode),
    address: await readSetting(sql, accountsPerAddress, mode),
    holder: await readSetting(sql, accountsPerHolder, mode),
  };
  const marks = new Map(fresh.map(({ kind, mark }) => [`${kind}:${mark}`, { kind, mark }]));
  for (const [name, { kind, mark }] of marks) {
    const sharers = await readSharers(sql, kind, mark);
    const [last] = sharers;
    if (!last || last.count < least[kind]) continue;
    const { first, count } = last;
    await raiseAlert(sql, {
      rule: `shared_${kind}`,
      // Hashed: an alert's customers can be erased, but an address in its subject could not.
      subject: createHash('sha256').update(name).digest('hex'),
      customers: [
        first,
        ...sharers
          .map((sharer) => sharer.customer_id)
          .filter((id) => id !== first)
          .toReversed(),
      ],
      evidence: sharers.map((sharer) => ({ customer: sharer.customer_id, at: sharer.first_seen_at.toISOString() })),
      count: { customers: count, evidence: count },
      lastEvidenceAt: last.first_seen_at,
    });
  }
  const end = fresh.at(-1);
  return end ? { at: end.at, id: end.id } : null;
}

/**
 * Returns the newest sharers, each with the id of the first one. The first stays first for good; erased customers no longer have an origin.
 */
function readSharers(sql: Sql, kind: OriginKind, mark: string): Promise<Sharer[]> {
  return sql.query<Sharer>(
    `SELECT customer_id, first_seen_at, count(*) OVER ()::integer AS count,
       first_value(customer_id) OVER (ORDER BY first_seen_at, customer_id) AS first
     FROM customer_origins WHERE kind = $1 AND mark = $2 ORDER BY first_seen_at DESC, customer_id DESC LIMIT ${mostCustomers - 1}`,
    [kind, mark],
  );
}
