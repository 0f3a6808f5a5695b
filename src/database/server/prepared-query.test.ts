import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { takeConnection } from './clients.ts';
import { codeOf } from './is-lost.ts';
import { queryPrepared } from './prepared-query.ts';
import { transaction } from './transaction.ts';

let db: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  db = await cloneDatabase();
  client = await takeConnection(db.pool);
});
afterAll(async () => {
  client.release();
  await db.close();
});

const sample = `SELECT $1::int AS n, $2::text AS t, now() AS at, NULL::text AS nothing, ARRAY[1, 2] AS list, '{"a": 1}'::jsonb AS json
  FROM generate_series(1, $1::int)`;

/** Names of the messages that the server sends the client while `work` runs. */
async function heard(work: () => Promise<unknown>): Promise<string[]> {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const names: string[] = [];
  const listen = ({ name }: { name: string }): void => void names.push(name);
  connection.on('message', listen);
  await work();
  connection.off('message', listen);
  return names;
}

test('columns are described once per connection, and rows are decoded exactly as by node-postgres', async () => {
  const read = (n: number) => queryPrepared<{ at: Date }>(client, 'sample', sample, [n, 'é']);
  const told = (names: string[]): number => names.filter((name) => name === 'rowDescription').length;
  expect(told(await heard(() => read(1)))).toBe(1);
  expect(told(await heard(() => read(2)))).toBe(0);
  const theirs = await client.query<{ at: Date }>({ text: sample, values: [3, 'é'] });
  const without = (rows: readonly { at: Date }[]): object[] =>
    rows.map(({ at, ...rest }) => ({ ...rest, isDate: at instanceof Date }));
  expect(without(await read(3))).toEqual(without(theirs.rows));
  expect(await read(0)).toEqual([]);
});

test('pipelined statements each get their own answer, even if one fails or returns no rows', async () => {
  const all = [
    queryPrepared(client, 'one', 'SELECT $1::int AS one', [1]),
    queryPrepared(client, 'set', `SET application_name = 'bench'`, []),
    queryPrepared(client, 'division', 'SELECT 1 / $1::int AS two', [0]),
    queryPrepared(client, 'one', 'SELECT $1::int AS one', [2]),
  ];
  const settled = await Promise.allSettled(all);
  expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : codeOf(each.reason)))).toEqual([
    [{ one: 1 }],
    [],
    '22012',
    [{ one: 2 }],
  ]);
  expect(await queryPrepared(client, 'division', 'SELECT 1 / $1::int AS two', [1])).toEqual([{ two: 1 }]);
  expect(await queryPrepared(client, 'set', `SET application_name = 'bench'`, [])).toEqual([]);
});

test('a statement whose columns have changed fails and is never decoded with the old ones', async () => {
  await askAsOwner(db.adminUrl, 'CREATE TABLE changing AS SELECT 1 AS a');
  await askAsOwner(db.adminUrl, 'GRANT SELECT ON changing TO PUBLIC');
  const read = () => queryPrepared(client, 'changing', 'SELECT * FROM changing', []);
  expect([await read(), await read()]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
  await askAsOwner(db.adminUrl, `ALTER TABLE changing ADD b text DEFAULT 'new'`);
  expect(codeOf(await read().catch((error: unknown) => error))).toBe('0A000');
});

test("[O1] a migration that changes a statement's columns while servers run interrupts none of their work", async () => {
  await askAsOwner(db.adminUrl, 'CREATE TABLE claimed AS SELECT 1 AS a');
  await askAsOwner(db.adminUrl, 'GRANT SELECT, UPDATE ON claimed TO PUBLIC');
  const claim = () => transaction(db, (tx) => tx.query('UPDATE claimed SET a = a + 1 RETURNING *'));
  expect(await claim()).toEqual([{ a: 2 }]);
  expect(await claim()).toEqual([{ a: 3 }]);
  await askAsOwner(db.adminUrl, `ALTER TABLE claimed ADD b text DEFAULT 'new'`);
  expect(await claim()).toEqual([{ a: 4, b: 'new' }]);
});

test('a value that cannot be serialised is rejected before anything is sent', async () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  expect(() => queryPrepared(client, 'one', 'SELECT $1::int AS one', [circle])).toThrow();
  expect(await queryPrepared(client, 'one', 'SELECT $1::int AS one', [4])).toEqual([{ one: 4 }]);
});
