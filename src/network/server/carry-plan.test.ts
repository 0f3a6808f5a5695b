import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { countLooks } from '#testing/server/count-looks.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

test("[W2] carries causes to a large tree without scanning it, even while PostgreSQL's statistics are out of date", async () => {
  const root = randomUUID();
  await askAsOwner(db.adminUrl, 'VACUUM ANALYZE network_tree_steps');
  await askAsOwner(
    db.adminUrl,
    `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0),
       tree AS (INSERT INTO network_trees (root_id) SELECT $1::uuid FROM replica WHERE role IS NOT NULL RETURNING root_id)
     INSERT INTO network_tree_steps (root_id, cause_id, kind, capital)
     SELECT root_id, gen_random_uuid(), 'capital', 1000000 FROM tree, generate_series(1, 20000)`,
    [root],
  );
  const causes = ids(400);
  const carry = () =>
    countLooks(db, 'network_tree_steps', (tx) =>
      tx.query(`SELECT cause_id FROM carry_to_trees($1, $2, $3, $4, $5, $6)`, [
        causes.map(() => 5_000_000n),
        causes.map(() => root),
        causes,
        causes.map(() => 'capital'),
        causes.map(() => null),
        causes.map(() => 1_000_000n),
      ]),
    );
  const first = await carry();
  expect(first.answer.length).toBe(causes.length);
  expect(first.looked).toBeLessThanOrEqual(2 * causes.length);
  // The second run finds them again and changes nothing.
  const again = await carry();
  expect(again.answer.length).toBe(causes.length);
  expect(again.looked).toBeLessThanOrEqual(2 * causes.length);
  const [{ count } = { count: 0n }] = await db.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM network_tree_steps WHERE root_id = $1',
    [root],
  );
  expect(count).toBe(20_400n);
});

test("[W2] bonuses are made reading no earlier ones than the thirty days of their cap, and awards fall due reading none, even while PostgreSQL's statistics still show few", async () => {
  const sponsor = randomUUID();
  const positions = ids(400);
  const each = <T>(value: T): T[] => positions.map(() => value);
  const now = new Date('2026-03-01T12:00:00Z');
  const moments = positions.map((_, n) => new Date(now.getTime() + n * 1000));
  await askAsOwner(db.adminUrl, 'VACUUM ANALYZE network_awards');
  await askAsOwner(
    db.adminUrl,
    `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0),
       sponsor AS (INSERT INTO network_beneficiaries (customer_id) SELECT $1::uuid FROM replica WHERE role IS NOT NULL RETURNING customer_id)
     INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
       happened_at, due_at, paid_at)
     SELECT gen_random_uuid(), 'bonus', 1, customer_id, gen_random_uuid(), 'stake', gen_random_uuid(), 10000000, 5000000, 500000,
       $2::timestamptz - n * interval '1 hour', $2, $2 FROM sponsor, generate_series(1, 20000) n`,
    [sponsor, now],
  );
  const whom = [each(sponsor), each(randomUUID()), each('stake')];
  const made = await countLooks(db, 'network_awards', (tx) =>
    tx.query('SELECT carry_bonuses($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      each(1_000_000_000_000n),
      each('invested'),
      ids(400),
      ...whom,
      positions,
      each(100_000_000n),
      each(5_000_000n),
      each(100_000_000n),
      moments,
    ]),
  );
  expect(made.looked).toBeGreaterThan(0);
  // The awards of the thirty days before the first, and those that leave the window.
  expect(made.looked).toBeLessThanOrEqual(30 * 24 + 2 * positions.length);
  const due = await countLooks(db, 'network_awards', (tx) =>
    tx.query('SELECT FROM carry_due(NULL, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
      positions,
      moments,
      ids(400),
      each(1),
      ...whom,
      ids(400),
      each(100_000_000n),
      each(3_000_000n),
      each(3_000_000n),
      moments,
    ]),
  );
  expect(due.looked).toBeGreaterThan(0);
  expect(due.looked).toBeLessThanOrEqual(2 * positions.length);
  const waiting = await db.query<{ kind: string; count: bigint }>(
    'SELECT kind, count(*) AS count FROM network_awards WHERE due_at IS NOT NULL AND paid_at IS NULL GROUP BY kind ORDER BY kind',
  );
  expect(waiting).toEqual([
    { kind: 'bonus', count: 400n },
    { kind: 'residual', count: 400n },
  ]);
});
