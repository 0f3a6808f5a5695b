import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireOne } from '#platform/server/database.ts';
import { cellOf } from '#platform/server/cell.ts';
import { transaction } from '#platform/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const looks = `SELECT idx_tup_fetch + seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relid = 'network_tree_steps'::regclass`;

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
      const before = await requireOne<{ rows: bigint }>(tx, looks);
      const rows = await tx.query(`SELECT cause_id FROM carry_to_trees($1, 5000000, $2, $3, $4, $5, $6)`, [
        cell,
        causes.map(() => root),
        causes,
        causes.map(() => 'capital'),
        causes.map(() => null),
        causes.map(() => 1_000_000n),
      ]);
      const after = await requireOne<{ rows: bigint }>(tx, looks);
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
