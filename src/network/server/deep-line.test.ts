import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { countLooks } from '#testing/server/count-looks.ts';
import { awardInvariants } from './award-invariants.ts';
import { readDepthBelow, searchDownline } from './member-store.ts';

/** A line of referrals: nobody brought the first, and each brought the next. */
const levels = 20_000;
const idOf = (depth: number): string => `00000000-0000-4000-8000-${String(depth).padStart(12, '0')}`;
const always = { start: '-infinity', end: 'infinity' };

let db: TestDatabase;
/** What creating each half of the line read and wrote. */
const halves: { blocks: number; bytes: number }[] = [];

beforeAll(async () => {
  db = await cloneDatabase();
  await askAsOwner(db.adminUrl, 'ANALYZE customers');
  for (const from of [0, levels / 2]) {
    const [before] = await askAsOwner<{ bytes: bigint }>(db.adminUrl, sizeSql);
    const [row] = await askAsOwner<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      db.adminUrl,
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)
       INSERT INTO customers (id, email, name, phone, birth, password_hash, code, referrer_id, terms_accepted_at, terms_version)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'm' || n || '@example.net',
         CASE WHEN n BETWEEN 2400 AND 2499 THEN 'Mergulho' ELSE 'Membro' END, '+551', '1990-01-01', 'x', 'L' || n,
         CASE WHEN n > 0 THEN ('00000000-0000-4000-8000-' || lpad((n - 1)::text, 12, '0'))::uuid END, now(), '1'
       FROM generate_series(${from}, ${from + levels / 2 - (from === 0 ? 1 : 0)}) AS n`,
    );
    const [after] = await askAsOwner<{ bytes: bigint }>(db.adminUrl, sizeSql);
    const plan = row?.['QUERY PLAN'][0].Plan ?? {};
    halves.push({
      blocks: (plan['Shared Hit Blocks'] ?? Number.NaN) + (plan['Shared Read Blocks'] ?? Number.NaN),
      bytes: Number(after?.bytes) - Number(before?.bytes),
    });
  }
  await askAsOwner(db.adminUrl, 'ANALYZE customers');
}, 240_000);
afterAll(() => db.close());

const sizeSql = `SELECT pg_total_relation_size('customers') AS bytes`;

test('[W1] a line of 20,000 referrals is created in linear work and bytes', async () => {
  const [first, second] = halves;
  expect(second?.blocks).toBeLessThan((first?.blocks ?? 0) * 1.5);
  expect(second?.bytes).toBeLessThan((first?.bytes ?? 0) * 1.5);
  expect(
    await db.query(`SELECT max(pg_column_size(c)) - min(pg_column_size(c)) < 100 AS alike FROM customers c`),
  ).toEqual([{ alike: true }]);
  expect(
    await db.query('SELECT root_id, depth FROM customers WHERE depth IN (0, $1) ORDER BY depth', [levels]),
  ).toEqual([
    { root_id: idOf(0), depth: 0 },
    { root_id: idOf(0), depth: levels },
  ]);
  const places = awardInvariants.find(({ rule }) => rule === 'everybody stands right below whoever brought them');
  expect(await db.query(places?.sql ?? '')).toEqual([]);
  await askAsOwner(
    db.adminUrl,
    `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0)
     UPDATE customers SET jump_id = $1 FROM replica WHERE id = $2 AND role IS NOT NULL`,
    [idOf(7), idOf(levels)],
  );
  expect(await db.query(places?.sql ?? '')).toEqual([{ place: `customer ${idOf(levels)}` }]);
});

test.each([1, 2, 3, 100, 2499, levels - 1])(
  '[L10] [W1] whoever stands above level %i is found at whatever level, in at most 3 log2 of it rows',
  async (depth) => {
    const ids = await db.query<{ wrong: bigint }>(
      `SELECT count(*) AS wrong FROM generate_series(0, $1::int, greatest($1::int / 500, 1)) AS level
       WHERE ancestor_at($2, level) IS DISTINCT FROM ('00000000-0000-4000-8000-' || lpad(level::text, 12, '0'))::uuid`,
      [depth, idOf(depth)],
    );
    expect(ids).toEqual([{ wrong: 0n }]);
    expect(await db.query('SELECT ancestor_at($1, $2) AS id', [idOf(depth), depth + 1])).toEqual([{ id: null }]);
    for (const level of [0, 1, Math.floor(depth / 3), depth - 1]) {
      const { looked, answer } = await countLooks(db, 'customers', (tx) =>
        readDepthBelow(tx, idOf(level), idOf(depth)),
      );
      expect(answer).toBe(depth - level);
      expect(looked).toBeLessThanOrEqual(3 * Math.log2(depth + 1) + 3);
    }
  },
);

test.each([0, 1, 1200])(
  '[L10] [W1] a hundred hits 2,499 levels deep cost the customer at level %i a bounded number of rows',
  async (caller) => {
    const { looked, answer } = await countLooks(db, 'customers', (tx) =>
      searchDownline(tx, idOf(caller), 'mergulho', { span: always, order: 'newest', after: null, limit: 100 }),
    );
    expect(answer.map(({ level }) => level).toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
      Array.from({ length: 100 }, (_, at) => 2400 + at - caller),
    );
    expect(answer.every(({ path, names }) => path?.length === 11 && names?.length === 11)).toBe(true);
    // A thousand nearby to tell that the network is large; then for each hit, the way up, ten names, and the row itself.
    expect(looked).toBeLessThan(1000 + 100 * (3 * Math.log2(2500) + 10 + 4) + 10);
  },
);

test('[W1] in a large network, nobody above the customer nor in another tree is a hit', async () => {
  const hits = await searchDownline(db, idOf(2450), 'mergulho', {
    span: always,
    order: 'newest',
    after: null,
    limit: 100,
  });
  expect(hits).toHaveLength(49);
  expect(
    await searchDownline(db, idOf(3000), 'mergulho', { span: always, order: 'newest', after: null, limit: 100 }),
  ).toEqual([]);
  expect(
    await searchDownline(db, idOf(levels - 500), 'membro', { span: always, order: 'newest', after: null, limit: 100 }),
  ).toHaveLength(101);
});
