import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgresFolder, majorVersionOf } from '#embedded-postgres/server/postgres-binaries.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { products } from '#positions/registry.ts';
import { runningSql } from './accrual-sql.ts';
import { figureSql, positionSql } from './posting-store.ts';

const ofOthers = 100_000;
const own = 3_000;

let world: World;
let ana: TestInvestor;
let client: pg.Client;

/** A ledger dominated by another customer's entries, with a few thousand of Ana's, inserted as only the database's owner can. */
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
  const bia = await world.investor();
  client = new pg.Client({ connectionString: world.db.adminUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  for (const [owner, count] of [
    [bia.id, ofOthers],
    [ana.id, own],
  ] as const) {
    await client.query(
      `INSERT INTO ledger.journals (owner, number, balance, held, invested, promised, zord, key, kind, reference, amounts, happened_at, hash)
       SELECT $1::uuid, n, 0, 0, 0, 0, 0, 'stake:' || r || ':opened', CASE n % 10 WHEN 0 THEN 'stake_opened' ELSE 'deposit_settled' END,
         r, CASE n % 10 WHEN 0 THEN '{1,0}'::bigint[] ELSE '{1}' END, '2026-01-01'::timestamptz + n * interval '1 minute', ''
       FROM generate_series(1, $2::int) AS n, LATERAL (SELECT gen_random_uuid() AS r WHERE n > 0) r`,
      [owner, count],
    );
  }
  await client.query('ANALYZE ledger.journals; ANALYZE ledger.accounts');
}, 120_000);
afterAll(async () => {
  await client.end();
  await world.close();
});

const place = (): string[] => [`'${ana.id}'`, '9223372036854775807', '0', `'-infinity'`, `'infinity'`, '101'];

/** As the product runs it: prepared once, with a generic plan. */
async function planOf(sql: string, values: readonly string[], buffers: 'ON' | 'OFF' = 'OFF'): Promise<string> {
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE request AS ${sql}`);
  const plan = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS ${buffers}) EXECUTE request (${values.join(', ')})`,
  );
  await client.query('DEALLOCATE request');
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('[H4] a page of a balance is one walk down the owner’s own index, reading no more than the page', async () => {
  const plan = await planOf(figureSql.get('balance') ?? '', place());
  expect(plan).toMatch(/Index Scan Backward using journals_pkey on journals j/);
  expect(plan).not.toMatch(/Seq Scan|-> {2}Sort/);
  expect(plan).not.toMatch(/rows=\d{4,}\.?\d* loops/);
});

test('[H4] a page after a cursor finds its place in the owner’s own index, and reads no more than the page', async () => {
  await client.query('BEGIN');
  // Most owners have very few journals, so the planner assumes that scanning all of an owner's is cheap.
  await client.query('ALTER TABLE ledger.journals ALTER owner SET (n_distinct = 50000)');
  await client.query('ANALYZE ledger.journals');
  for (const number of ['9223372036854775807', '1500']) {
    const values = place().with(1, number).with(2, '1');
    const plan = await planOf(figureSql.get('balance') ?? '', values, 'ON');
    const [, hit = 0, read = 0] = (/Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []).map(Number);
    // For each of 101 journals a page of the table and two for its kind, and once the owner's part of the index.
    expect(hit + (read || 0)).toBeLessThan(400);
  }
  await client.query('ROLLBACK');
});

test('[H4] no figure’s page reads other customers’ entries or the whole ledger', async () => {
  const statements = [...figureSql.values()].map((sql) => [sql, place()] as const);
  const running = products.map((product) => [runningSql, [...place(), `'${product}'`]] as const);
  for (const [sql, values] of [...statements, ...running]) {
    const plan = await planOf(sql, values);
    // Where few of the owner's are wanted, PostgreSQL may as well read theirs by a bitmap, and sort those few.
    expect(plan).toMatch(/Index Scan Backward using journals_pkey on journals j|Bitmap Index Scan on journals_pkey/);
    expect(plan).not.toMatch(/Seq Scan on journals/);
    expect(plan).not.toMatch(/rows=\d{5,}\.?\d* loops/);
  }
});

test('[H4] the postings of a position are found by the keys of its events', async () => {
  const { rows } = await client.query<{ key: string }>('SELECT key FROM ledger.journals WHERE owner = $1 LIMIT 1', [
    ana.id,
  ]);
  const plan = await planOf(positionSql, [...place(), `ARRAY['${rows[0]?.key}', 'stake:none:matured']`]);
  expect(plan).toMatch(/Index Scan (using|on) an_event_is_posted_once/);
  expect(plan).toMatch(/Index Scan (Backward )?using journals_pkey on journals j/);
  expect(plan).not.toMatch(/Seq Scan/);
  expect(plan).not.toMatch(/rows=\d{3,}\.?\d* loops/);
  // Before PostgreSQL 17 the journal numbers are applied as a filter on the customer's own entries, not as an index condition.
  const isOlder = Number(majorVersionOf(await findPostgresFolder())) < 17;
  if (!isOlder) expect(plan).not.toMatch(/Removed by Filter: \d{2,}/);
});
