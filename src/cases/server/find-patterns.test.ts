import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { findPatterns } from './find-patterns.ts';

let db: TestDatabase;

beforeEach(async () => void (db = await cloneDatabase()));
afterEach(() => db.close());

async function customer(broughtBy: string | null = null): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, referrer_id, terms_accepted_at, terms_version)
     VALUES ($1::uuid, $1::uuid || '@example.com', 'Somebody', '1', '2000-01-01', '', $1::uuid::text, $2, now(), '1')`,
    [id, broughtBy],
  );
  return id;
}

/** A transfer as the rules see it: customer, direction, amount in USD, and how many hours ago in business time. */
async function moved(who: string, direction: 'deposit' | 'withdrawal', usd: number, hoursAgo: number): Promise<void> {
  await db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
     VALUES ($1, $2, $3, $4::bigint * 1000000, 'usdt', 1000000, 0, $4::bigint * 1000000, 'settled',
       now() - make_interval(hours => $5::int), now(), NULL)`,
    [randomUUID(), who, direction, usd, hoursAgo],
  );
}

async function find(): Promise<void> {
  for (let busy = 1; busy > 0;) busy = await findPatterns(db, 'sandbox', 0);
}

const alerts = () =>
  db.query<{ rule: string; customer_id: string; customers: string[]; pieces: number }>(
    `SELECT rule, customer_id, customers, jsonb_array_length(evidence) AS pieces FROM alerts ORDER BY rule`,
  );

describe('[R6] money brought in and soon withdrawn again', () => {
  test.each([
    ['nearly all of it within two days', 5000, 4500, 40, 1],
    ['less than the part that is strange', 5000, 3000, 40, 0],
    ['less than the least amount', 500, 500, 40, 0],
    ['after a longer time', 5000, 5000, 60, 0],
  ])('%s', async (_, brought, taken, hours, count) => {
    const ana = await customer();
    await moved(ana, 'deposit', brought, hours);
    await moved(ana, 'withdrawal', taken, 0);
    await find();
    expect((await alerts()).map(({ rule, pieces }) => [rule, pieces])).toEqual(count ? [['in_out', 2]] : []);
  });
});

describe('[R6] money handed over within a tree', () => {
  async function ring(size: number): Promise<string[]> {
    const members = [await customer()];
    while (members.length < size) members.push(await customer(members.at(-1)));
    return members;
  }

  test('repeatedly is one alert about the tree, with each hand-over as evidence', async () => {
    const [root, ana, bia] = (await ring(3)) as [string, string, string];
    for (const [giver, taker, hoursAgo] of [
      [root, ana, 60],
      [ana, bia, 40],
      [bia, root, 20],
    ] as const) {
      await moved(giver, 'withdrawal', 900, hoursAgo);
      await moved(taker, 'deposit', 880, hoursAgo - 5);
    }
    await find();
    await find();
    expect(await alerts()).toMatchObject([
      { rule: 'hand_over', customer_id: root, customers: [root, ana, bia], pieces: 6 },
    ]);
  });

  test('more often than is shown lists the newest hand-overs, and counts the earlier ones', async () => {
    const [root, ana, bia] = (await ring(3)) as [string, string, string];
    await moved(bia, 'withdrawal', 100, 120);
    await moved(root, 'deposit', 100, 119);
    for (let n = 54; n > 0; n -= 1) {
      await moved(root, 'withdrawal', 900, 2 * n);
      await moved(ana, 'deposit', 900, 2 * n - 1);
    }
    await find();
    const [alert] = await db.query(`SELECT customers, of_customers, evidence, left_out, last_evidence_at FROM alerts`);
    expect(alert).toMatchObject({ customers: [root, ana], of_customers: 3, left_out: 10 });
    const { evidence, last_evidence_at: last } = alert as { evidence: { at: string }[]; last_evidence_at: Date };
    expect([evidence.length, evidence[0]?.at]).toEqual([100, last.toISOString()]);
    const [newest] = await db.query<{ at: Date }>('SELECT max(happened_at) AS at FROM hand_overs');
    expect(newest?.at).toEqual(last);
  });

  test('is not reported between strangers or for other amounts', async () => {
    const [root, ana] = (await ring(2)) as [string, string];
    const stranger = await customer();
    for (const hoursAgo of [60, 40, 20]) {
      await moved(root, 'withdrawal', 900, hoursAgo);
      await moved(stranger, 'deposit', 900, hoursAgo - 1);
      await moved(ana, 'deposit', 500, hoursAgo - 2);
    }
    await find();
    expect((await alerts()).filter(({ rule }) => rule === 'hand_over')).toEqual([]);
  });
});

test('[R6] of many accounts at one holder the newest are shown, the first is named, and one more is still noticed', async () => {
  const sharing = (count: number, since: string) =>
    db.query(
      `WITH who AS (
         INSERT INTO customers (id, email, name, phone, birth, password_hash, code, terms_accepted_at, terms_version)
         SELECT gen_random_uuid(), gen_random_uuid() || '@example.com', 'Somebody', '1', '2000-01-01', '', gen_random_uuid()::text, now(), '1'
         FROM generate_series(1, $1) RETURNING id
       )
       INSERT INTO customer_origins (customer_id, kind, mark, first_seen_at)
       SELECT id, 'holder', 'the same', now() - $2::interval + row_number() OVER () * interval '1 second' FROM who`,
      [count, since],
    );
  const [first, last] = ['', ' DESC'].map(
    (order) => `SELECT customer_id FROM customer_origins ORDER BY first_seen_at${order} LIMIT 1`,
  );
  await sharing(250, '1 hour');
  await find();
  const read = `SELECT state, customers[1] = (${first}) AS is_first, of_customers, cardinality(customers) AS named, left_out,
    evidence -> 0 ->> 'customer' = (${last})::text AS is_newest FROM alerts WHERE rule = 'shared_holder' ORDER BY found_at`;
  const shown = { is_first: true, is_newest: true, named: 200 };
  expect(await db.query(read)).toEqual([{ state: 'open', ...shown, of_customers: 250, left_out: 150 }]);
  await db.query(`UPDATE alerts SET state = 'dismissed', ended_at = now()`);
  await sharing(1, '1 minute');
  await find();
  expect(await db.query(read)).toMatchObject([
    { state: 'dismissed' },
    { state: 'open', ...shown, of_customers: 251, left_out: 151 },
  ]);
});

test('[R6] a round reads a bounded amount, and the next continues from there', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => customer()));
  for (let n = 0; n < 90; n += 1) for (const who of members) await moved(who, 'deposit', 1, 0);
  let rounds = 0;
  while ((await findPatterns(db, 'sandbox', 0)) > 0) rounds += 1;
  expect(rounds).toBe(3);
  expect(await findPatterns(db, 'sandbox', 0)).toBe(0);
  const marks = await db.query(
    `SELECT rule FROM pattern_marks WHERE at = (SELECT max(queued_at) FROM broker_transfers)`,
  );
  expect(marks).toHaveLength(2);
});

test('[R6] marks left in the same instant are all read, even if a round ends between them', async () => {
  const [ana, bia, caio, busy] = (await Promise.all([1, 2, 3, 4].map(() => customer()))) as [
    string,
    string,
    string,
    string,
  ];
  const left = (who: string, kind: string, mark: string, second: number): Promise<unknown> =>
    db.query(
      `INSERT INTO customer_origins (customer_id, kind, mark, first_seen_at)
       VALUES ($1, $2, $3, '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => $4))`,
      [who, kind, mark, second],
    );
  for (let n = 0; n < 197; n += 1) await left(busy, 'address', `of ${n}`, n);
  await left(ana, 'device', 'shared', 197);
  await left(bia, 'device', 'shared', 198);
  await left(caio, 'address', 'alone', 199);
  await left(caio, 'device', 'shared', 199);
  await find();
  expect(await alerts()).toMatchObject([{ rule: 'shared_device', customers: [ana, bia, caio] }]);
});

test('[R6] rows that were just written wait for a later round', async () => {
  const ana = await customer();
  await moved(ana, 'deposit', 5000, 1);
  await moved(ana, 'withdrawal', 5000, 0);
  expect(await findPatterns(db, 'sandbox', 60)).toBe(0);
  expect(await alerts()).toEqual([]);
});
