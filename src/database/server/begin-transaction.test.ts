import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { transaction } from './transaction.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
  await askAsOwner(db.adminUrl, 'CREATE TABLE effects (what text); GRANT ALL ON effects TO PUBLIC');
});
afterAll(() => db.close());

const insert = 'INSERT INTO effects VALUES ($1)';
const effects = (on: Database): Promise<object[]> => on.query('SELECT what FROM effects');

const circle: { self?: object } = {};
circle.self = circle;
const unwritable: [what: string, value: unknown][] = [
  ['a bigint within JSON', { amount: 1n }],
  ['an object that contains itself', circle],
  [
    'an object whose toPostgres throws',
    {
      toPostgres: () => {
        throw new Error('unwritable');
      },
    },
  ],
  ['a list with one of these', [{ amount: 1n }]],
];

describe.each(['named', 'unnamed'] as const)('with %s statements', (statements) => {
  let on: Database;
  beforeAll(() => void (on = openDatabase({ url: db.url, statements, connections: 1 })));
  afterAll(() => on.close());

  test.each(unwritable)(
    '[F4] nothing is committed without a statement that cannot be sent: %s',
    async (_what, value) => {
      const places: ((tx: Tx) => unknown)[] = [
        (tx) => tx.send(insert, [value]),
        (tx) => tx.query(insert, [value]),
        (tx) => tx.query(insert, [value]).catch(() => {}),
        // Not awaited.
        (tx) => void tx.query(insert, [value]),
      ];
      for (const place of places) {
        const work = transaction(on, async (tx) => {
          tx.send(insert, ['before']);
          await place(tx);
          tx.send(insert, ['after']);
        });
        await expect(work).rejects.toThrow(/unwritable|BigInt|circular|call stack/i);
        expect(await effects(on)).toEqual([]);
      }
    },
  );

  test('[F4] its caller gets the error as translated, and the connection remains in use', async () => {
    const work = transaction(on, async (tx) =>
      tx.send(insert, [{ amount: 1n }], (error) => new Error('translated', { cause: error })),
    );
    await expect(work).rejects.toThrow('translated');
    expect(on.pool.totalCount).toBe(1);
    expect(await on.query('SELECT $1::text AS one', ['1'])).toEqual([{ one: '1' }]);
  });
});

test('[F4] a statement that comes after its transaction is in nobody else’s', async () => {
  let late: Tx | undefined;
  await transaction(db, async (tx) => void (late = tx));
  expect(() => late?.send(insert, ['late'])).toThrow('after the end');
  expect(() => void late?.query(insert, ['late'])).toThrow('after the end');
  const failed = transaction(db, async (tx) => {
    late = tx;
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(() => late?.send(insert, ['late'])).toThrow('after the end');
  expect(await effects(db)).toEqual([]);
});

test('[F4] a commit of no transaction is not reported as done', async () => {
  await expect(transaction(db, async (tx) => tx.send('ROLLBACK'))).rejects.toBeInstanceOf(OutcomeUnknown);
});
