import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { transaction } from './transaction.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

test.each(['25P03', '25P04', '57P05'])(
  '[L9] a transaction that idled until PostgreSQL closed its connection (%s) is retried, as none of it has happened',
  async (code) => {
    let tries = 0;
    const answer = await transaction(db, async (tx) => {
      tries += 1;
      if (tries === 1) await tx.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`);
      return (await tx.query<{ one: number }>('SELECT 1 AS one'))[0]?.one;
    });
    expect([tries, answer]).toEqual([2, 1]);
  },
);
