import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { accrualSql } from './accrual-sql.ts';
import { figureSql, positionSql } from './posting-store.ts';

const ofOthers = 30_000;
const own = 3_000;

let world: World;
let ana: TestInvestor;
let client: pg.Client;

/** A ledger full of others' transfers, among which Ana has some thousand: written as only the database's owner can. */
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
  const bia = await world.investor();
  client = new pg.Client({ connectionString: world.db.adminUrl });
  await client.connect();
  for (const [owner, count] of [
    [bia.id, ofOthers],
    [ana.id, own],
  ] as const) {
    await client.query(
      `WITH written AS (
         INSERT INTO ledger.journals (key, kind, owner, reference, happened_at)
         SELECT $1 || ':' || n, CASE n % 10 WHEN 0 THEN 'stake_opened' ELSE 'deposit_settled' END, $1::uuid,
           gen_random_uuid(), '2026-01-01'::timestamptz + n * interval '1 minute'
         FROM generate_series(1, $2::int) AS n RETURNING id, kind, happened_at
       )
       INSERT INTO ledger.transfers (journal_id, from_account, to_account, amount, happened_at)
       SELECT w.id, CASE w.kind WHEN 'stake_opened' THEN balance.id ELSE 1 END,
         CASE w.kind WHEN 'stake_opened' THEN staked.id ELSE balance.id END, 1, w.happened_at
       FROM written w, ledger.accounts balance, ledger.accounts staked
       WHERE balance.owner = $1::uuid AND balance.kind = 'balance' AND staked.owner = $1::uuid AND staked.kind = 'staked'`,
      [owner, count],
    );
  }
  await client.query('ANALYZE ledger.journals; ANALYZE ledger.transfers; ANALYZE ledger.accounts');
}, 120_000);
afterAll(async () => {
  await client.end();
  await world.close();
});

const newest = '9223372036854775807';

/** As the product asks: prepared once, whatever the values. */
async function planOf(sql: string, values: readonly string[]): Promise<string> {
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE asked AS ${sql}`);
  const plan = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS OFF) EXECUTE asked (${values.join(', ')})`,
  );
  await client.query('DEALLOCATE asked');
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('[H4] a page of a balance is two walks down its own indexes, and reads no more than the page', async () => {
  const plan = await planOf(figureSql.get('balance') ?? '', [
    `'${ana.id}'`,
    newest,
    `'-infinity'`,
    `'infinity'`,
    '101',
  ]);
  expect(plan).toMatch(/Index Scan Backward using transfers_in on transfers t/);
  expect(plan).toMatch(/Index Scan Backward using transfers_out on transfers t/);
  expect(plan).not.toMatch(/Seq Scan on (transfers|journals)|transfers_pkey/);
  expect(plan).not.toMatch(/rows=\d{4,}\.?\d* loops/);
});

test('[H4] no figure’s page reads others’ transfers, nor the whole ledger', async () => {
  const values = [`'${ana.id}'`, newest, `'-infinity'`, `'infinity'`, '101'];
  for (const sql of [...figureSql.values(), ...Object.values(accrualSql)]) {
    const plan = await planOf(sql, values);
    expect(plan).not.toMatch(/Seq Scan on (transfers|journals)|transfers_pkey/);
    expect(plan).not.toMatch(/rows=\d{5,}\.?\d* loops/);
  }
});

test('[H4] what happened to a position is found by its reference', async () => {
  const { rows } = await client.query<{ reference: string }>(
    'SELECT reference FROM ledger.journals WHERE owner = $1 LIMIT 1',
    [ana.id],
  );
  const values = [`'${rows[0]?.reference}'`, `'${ana.id}'`, newest, `'-infinity'`, `'infinity'`, '101'];
  const plan = await planOf(positionSql, values);
  expect(plan).toMatch(/Index Scan using journals_by_reference/);
  expect(plan).toMatch(/Index Scan using transfers_by_journal/);
  expect(plan).not.toMatch(/Seq Scan on (transfers|journals)/);
});
