import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { type Database, openDatabase, requireOne } from './database.ts';
import { readTogether } from './read-together.ts';

let clone: TestDatabase;
beforeAll(async () => void (clone = await cloneDatabase()));
afterAll(() => clone.close());

const pidOf = async (db: Database): Promise<number> =>
  (await requireOne<{ pid: number }>(db, 'SELECT pg_backend_pid() AS pid')).pid;

const failing = ['SELECT 1 / 0', 'SELECT nothing FROM nowhere', `SELECT 'x'::int`, 'SELECT FROM ledger.post()'];

test.each(['named', 'unnamed'] as const)(
  '[O1] a reading that PostgreSQL refuses costs no connection: %s statements',
  async (statements) => {
    const db = openDatabase({ url: clone.url, connections: 1, statements });
    const pid = await pidOf(db);
    for (const text of failing) {
      for (let times = 0; times < 2; times += 1) await expect(db.query(text)).rejects.toThrow();
      await expect(readTogether(db, ['SELECT 1', []], [text, []])).rejects.toThrow();
      expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
    expect(await pidOf(db)).toBe(pid);
    await db.close();
  },
);

test('[O1] one that ends with its connection is replaced', async () => {
  const db = openDatabase({ url: clone.url, connections: 1 });
  const pid = await pidOf(db);
  await expect(db.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  expect(await pidOf(db)).not.toBe(pid);
  await db.close();
});
