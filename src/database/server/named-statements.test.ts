import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { takeConnection } from './clients.ts';
import { codeOf } from './is-lost.ts';
import { sender } from './database.ts';
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

const query = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  sender(db.pool, 'named')<Row>(client, text, values);

test('pipelined statements each get their own answer, even if one fails or returns no rows', async () => {
  const all = [
    query('SELECT $1::int AS one', [1]),
    query(`SET application_name = 'bench'`),
    query('SELECT 1 / $1::int AS two', [0]),
    query('SELECT $1::int AS one', [2]),
  ];
  const settled = await Promise.allSettled(all);
  expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : codeOf(each.reason)))).toEqual([
    [{ one: 1 }],
    [],
    '22012',
    [{ one: 2 }],
  ]);
  expect(await query('SELECT 1 / $1::int AS two', [1])).toEqual([{ two: 1 }]);
  expect(await query(`SET application_name = 'bench'`)).toEqual([]);
});

test('a statement whose columns have changed fails and is never decoded with the old ones', async () => {
  await askAsOwner(db.adminUrl, 'CREATE TABLE changing AS SELECT 1 AS a');
  await askAsOwner(db.adminUrl, 'GRANT SELECT ON changing TO PUBLIC');
  const read = () => query('SELECT * FROM changing');
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
  expect(() => query('SELECT $1::int AS one', [circle])).toThrow();
  expect(await query('SELECT $1::int AS one', [4])).toEqual([{ one: 4 }]);
});
