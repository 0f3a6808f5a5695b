import { requireOne, type Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { mostEvidence, raiseAlert } from './alert-store.ts';
import { handOverHours, handOverTimes } from './case-settings.ts';
import type { Mark, Reading } from './find-patterns.ts';

interface Fresh {
  id: string;
  at: string;
  root: string | null;
  withdrawal: string;
  giver: string;
  taker: string;
  amount: bigint;
  happened_at: Date;
}

/**
 * Rings: money that one member of a tree takes out and another brings in soon after, repeatedly. The adversary's rings do this to collect
 * bonuses on the same capital (docs/decisions/0037-adversary.md); they no longer get the bonus, but the pattern remains. The window is in
 * business time, which never runs behind real time, so bounding the index scan by `queued_at` misses nothing. A customer alone in their
 * tree cannot be part of a ring, so withdrawals are looked up only for the others.
 */
export async function findHandOvers(sql: Sql, { mode, restSeconds, after, most }: Reading): Promise<Mark | null> {
  const hours = await readSetting(sql, handOverHours, mode);
  const fresh = await sql.query<Fresh>(
    `WITH fresh AS MATERIALIZED (
       SELECT id, queued_at, customer_id, amount, created_at, direction FROM broker_transfers
       WHERE (queued_at, id) > ($1::timestamptz, $2::uuid) AND queued_at <= now() - make_interval(secs => $3)
       ORDER BY queued_at, id LIMIT $5
     ), brought AS MATERIALIZED (
       SELECT f.*, c.root_id AS root FROM fresh f LEFT JOIN customers c ON c.id = f.customer_id AND f.direction = 'deposit'
         AND (c.referrer_id IS NOT NULL OR EXISTS (SELECT FROM customers below WHERE below.referrer_id = c.id))
     )
     SELECT f.id, f.queued_at::text AS at, w.root, w.id AS withdrawal, w.customer_id AS giver, f.customer_id AS taker, f.amount,
       f.created_at AS happened_at
     FROM brought f LEFT JOIN LATERAL (
       SELECT b.id, b.customer_id, f.root
       FROM broker_transfers b JOIN customers g ON g.id = b.customer_id
       WHERE f.root IS NOT NULL AND b.direction = 'withdrawal' AND b.state <> 'returned'
         AND b.amount BETWEEN f.amount * 95 / 100 AND f.amount * 105 / 100
         AND b.customer_id <> f.customer_id AND g.root_id = f.root
         AND b.created_at <= f.created_at AND b.created_at > f.created_at - make_interval(hours => $4::int)
         AND b.queued_at > f.queued_at - make_interval(hours => $4::int, mins => 1)
       ORDER BY b.created_at DESC LIMIT 1
     ) w ON true
     ORDER BY f.queued_at, f.id`,
    [after.at, after.id, restSeconds, hours, most],
  );
  const roots = new Set<string>();
  for (const { root, id, withdrawal, giver, taker, amount, happened_at: at } of fresh) {
    if (!root) continue;
    roots.add(root);
    await sql.query(
      `INSERT INTO hand_overs (root_id, deposit_id, withdrawal_id, giver_id, taker_id, amount, happened_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [root, id, withdrawal, giver, taker, amount, at],
    );
  }
  const times = await readSetting(sql, handOverTimes, mode);
  for (const root of roots) await judgeTree(sql, root, times);
  const end = fresh.at(-1);
  return end ? { at: end.at, id: end.id } : null;
}

interface HandOver {
  deposit_id: string;
  withdrawal_id: string;
  giver_id: string;
  taker_id: string;
  amount: bigint;
  happened_at: Date;
  count: number;
}

const lately = `happened_at > (SELECT max(happened_at) FROM hand_overs WHERE root_id = $1) - interval '30 days'`;
/** Each hand-over yields two pieces of evidence. */
const mostLookedAt = mostEvidence / 2;

async function judgeTree(sql: Sql, root: string, times: number): Promise<void> {
  const steps = await sql.query<HandOver>(
    `SELECT deposit_id, withdrawal_id, giver_id, taker_id, amount, happened_at, count(*) OVER ()::integer AS count FROM hand_overs
     WHERE root_id = $1
       AND ${lately}
     ORDER BY happened_at DESC, deposit_id LIMIT ${mostLookedAt}`,
    [root],
  );
  const [last] = steps;
  if (!last || last.count < times) return;
  const evidence = steps.flatMap((step) => {
    const said = { amount: String(step.amount), at: step.happened_at.toISOString() };
    return [
      { customer: step.taker_id, transfer: step.deposit_id, ...said },
      { customer: step.giver_id, transfer: step.withdrawal_id, ...said },
    ];
  });
  const members = [...new Set(steps.toReversed().flatMap((step) => [step.giver_id, step.taker_id]))];
  const customers = [root, ...members.filter((member) => member !== root)];
  await raiseAlert(sql, {
    rule: 'hand_over',
    subject: root,
    customers,
    evidence,
    count: { customers: await countMembers(sql, root), evidence: last.count * 2 },
    lastEvidenceAt: last.happened_at,
  });
}

/** Counts everyone involved, including the root of the tree. */
async function countMembers(sql: Sql, root: string): Promise<number> {
  const { count } = await requireOne<{ count: number }>(
    sql,
    `SELECT count(*)::integer AS count FROM (
       SELECT $1::uuid UNION SELECT unnest(ARRAY[giver_id, taker_id]) FROM hand_overs WHERE root_id = $1 AND ${lately}
     ) members`,
    [root],
  );
  return count;
}
