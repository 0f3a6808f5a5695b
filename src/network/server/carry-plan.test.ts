import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireOne } from '#platform/server/database.ts';
import { cellOf } from '#platform/server/cell.ts';
import { transaction } from '#platform/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const looks = `SELECT idx_tup_fetch + seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relid = $1::regclass`;

test('[W2] causes are carried to a large tree without reading it, also where PostgreSQL has not yet seen that it grew', async () => {
  const root = randomUUID();
  const cell = cellOf(root);
  await askAsOwner(db.adminUrl, 'VACUUM ANALYZE network_tree_steps');
  await askAsOwner(
    db.adminUrl,
    `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0),
       tree AS (INSERT INTO network_trees (root_id, cell) SELECT $1, $2 FROM replica WHERE role IS NOT NULL RETURNING root_id)
     INSERT INTO network_tree_steps (root_id, cause_id, cell, kind, capital)
     SELECT root_id, gen_random_uuid(), $2, 'capital', 1000000 FROM tree, generate_series(1, 20000)`,
    [root, cell],
  );
  const causes = ids(400);
  const carry = async (): Promise<{ read: number; carried: number }> =>
    transaction(db, async (tx) => {
      const before = await requireOne<{ rows: bigint }>(tx, looks, ['network_tree_steps']);
      const rows = await tx.query(`SELECT cause_id FROM carry_to_trees($1, 5000000, $2, $3, $4, $5, $6)`, [
        cell,
        causes.map(() => root),
        causes,
        causes.map(() => 'capital'),
        causes.map(() => null),
        causes.map(() => 1_000_000n),
      ]);
      const after = await requireOne<{ rows: bigint }>(tx, looks, ['network_tree_steps']);
      return { read: Number(after.rows - before.rows), carried: rows.length };
    });
  const first = await carry();
  expect(first.carried).toBe(causes.length);
  expect(first.read).toBeLessThanOrEqual(2 * causes.length);
  // A second time they are found, and nothing is done twice.
  const again = await carry();
  expect(again.carried).toBe(causes.length);
  expect(again.read).toBeLessThanOrEqual(2 * causes.length);
  const [{ count } = { count: 0n }] = await db.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM network_tree_steps WHERE root_id = $1',
    [root],
  );
  expect(count).toBe(20_400n);
});

describe('awards are made, fall due and are paid without reading those of before, also where PostgreSQL has not yet seen that they grew', () => {
  const sponsor = randomUUID();
  const cell = cellOf(sponsor);
  const positions = ids(400);
  const at = new Date('2026-03-01T12:00:00Z');
  const each = <T>(value: T): T[] => positions.map(() => value);

  /** How many rows of awards a statement looks at. */
  const looked = (text: string, values: unknown[]): Promise<number> =>
    transaction(db, async (tx) => {
      const before = await requireOne<{ rows: bigint }>(tx, looks, ['network_awards']);
      await tx.query(text, values);
      const after = await requireOne<{ rows: bigint }>(tx, looks, ['network_awards']);
      return Number(after.rows - before.rows);
    });

  beforeAll(async () => {
    await askAsOwner(db.adminUrl, 'VACUUM ANALYZE network_awards');
    await askAsOwner(
      db.adminUrl,
      `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0)
       INSERT INTO network_awards (id, cell, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
         happened_at, due_at, paid_at)
       SELECT gen_random_uuid(), $2, 'bonus', 1, $1, gen_random_uuid(), 'stake', gen_random_uuid(), 10000000, 5000000, 500000,
         $3::timestamptz - n * interval '1 hour', $3, $3 FROM replica, generate_series(1, 20000) n WHERE role IS NOT NULL`,
      [sponsor, cell, at],
    );
    await askAsOwner(
      db.adminUrl,
      `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0)
       INSERT INTO network_beneficiaries (customer_id, cell) SELECT $1, $2 FROM replica WHERE role IS NOT NULL`,
      [sponsor, cell],
    );
  });

  test('[W2] bonuses are made', async () => {
    const text = `SELECT carry_bonuses($1, 1000000000000, 1000000000000, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
    const moments = positions.map((_, n) => new Date(at.getTime() + n * 1000));
    const values = [cell, each('opened'), ids(400), each(sponsor), each(randomUUID()), each('stake'), positions];
    const read = await looked(text, [...values, each(100_000_000n), each(5_000_000n), each(100_000_000n), moments]);
    // What the thirty days before the first hold, and what leaves them.
    expect(read).toBeLessThanOrEqual(30 * 24 + 5 * positions.length);
  });

  test('[W2] they fall due, and residuals are made beside them', async () => {
    const text = `SELECT * FROM carry_due($1, NULL, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
    const ended = [cell, positions, each(at)];
    const residuals = [ids(400), each(1), each(sponsor), each(randomUUID()), each('stake'), ids(400)];
    const read = await looked(text, [
      ...ended,
      ...residuals,
      each(100_000_000n),
      each(3_000_000n),
      each(3_000_000n),
      each(at),
    ]);
    expect(read).toBeLessThanOrEqual(5 * positions.length);
    const [{ count } = { count: 0n }] = await db.query<{ count: bigint }>(
      'SELECT count(*) AS count FROM network_awards WHERE due_at IS NOT NULL AND paid_at IS NULL',
    );
    expect(count).toBe(800n);
  });
});
