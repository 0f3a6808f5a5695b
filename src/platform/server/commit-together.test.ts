import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { hear } from './testing/hear-changes.ts';
import { noteChange } from './changes.ts';
import { openClient } from './clients.ts';
import { commitTogether } from './commit-together.ts';
import type { Tx } from './database.ts';
import { codeOf } from './is-lost.ts';
import { withFormForMany } from './prepared-work.ts';

let db: TestDatabase;
let holder: pg.Client;
beforeAll(async () => {
  db = await cloneDatabase();
  holder = await openClient({ connectionString: db.adminUrl });
  await askAsOwner(
    db.adminUrl,
    `CREATE TABLE effects (customer uuid, what text CHECK (what <> 'refused'), key uuid PRIMARY KEY, xid xid8 DEFAULT pg_current_xact_id());
     GRANT ALL ON effects TO PUBLIC;
     CREATE FUNCTION refuse_effect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON effects FOR EACH ROW WHEN (NEW.what = 'spoils') EXECUTE FUNCTION refuse_effect()`,
  );
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await holder.end();
  await db.close();
});

const insert = withFormForMany('INSERT INTO effects VALUES ($1, $2, $3)', {
  text: 'INSERT INTO effects SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[])',
});
const sendOnce = withFormForMany('SELECT pg_advisory_xact_lock_shared($1)', 'once');

interface Wish {
  customer?: string;
  what?: string;
  before?: (tx: Tx) => unknown;
}

/** Records an effect under a new key; returns the key. */
function effect({ customer = randomUUID(), what = 'done', before }: Wish = {}): Promise<string> {
  const key = randomUUID();
  return commitTogether(db, customer, async (tx) => {
    await before?.(tx);
    tx.send(insert, [customer, what, key], (error) => new Error(`refused: ${codeOf(error)}`, { cause: error }));
    noteChange(tx, customer, 'money');
    return key;
  });
}

/** The transaction that each of these effects was committed in. */
async function transactionsOf(keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ xid: string }>(
    'SELECT xid::text FROM unnest($1::uuid[]) WITH ORDINALITY AS k (key, n) JOIN effects USING (key) ORDER BY n',
    [keys],
  );
  expect(rows).toHaveLength(keys.length);
  return rows.map(({ xid }) => xid);
}

/** As many as it takes, with one more call, to share a transaction. */
const others = (): Promise<string>[] => times(4).map(() => effect());

const times = (count: number): undefined[] => Array.from({ length: count });

test('calls of several customers made at once commit in one transaction, each with its own result', async () => {
  const customers = times(20).map(() => randomUUID());
  const heard = hear(db);
  const keys = await Promise.all(customers.map((customer) => effect({ customer })));
  expect(new Set(keys).size).toBe(20);
  expect(new Set(await transactionsOf(keys)).size).toBe(1);
  expect(heard()).toEqual(new Set(customers));
});

test('at most 48 share a transaction, and later ones follow in the next', async () => {
  const xids = await transactionsOf(await Promise.all(times(100).map(() => effect())));
  const sizes = [...new Set(xids)].map((one) => xids.filter((xid) => xid === one).length);
  expect(sizes).toEqual([48, 48, 1, 1, 1, 1]);
});

test('one call at a time is sent as it always was', async () => {
  const keys = [await effect(), await effect()];
  expect(new Set(await transactionsOf(keys)).size).toBe(2);
});

test('fewer than five calls run side by side, each in its own transaction', async () => {
  const keys = await Promise.all(times(4).map(() => effect()));
  expect(new Set(await transactionsOf(keys)).size).toBe(4);
});

test('two calls of one customer never share a transaction', async () => {
  const customer = randomUUID();
  const keys = await Promise.all([effect({ customer }), effect({ customer }), ...others()]);
  const [first, second, ...shared] = await transactionsOf(keys);
  expect(new Set(shared)).toEqual(new Set([first]));
  expect(second).not.toBe(first);
});

test('a call that awaits rows, sends a statement without a form for many, or throws runs in its own transaction', async () => {
  let thrown = 0;
  const works: Wish['before'][] = [
    (tx) => tx.query('SELECT 1'),
    (tx) => tx.send('SELECT 1'),
    () => {
      thrown += 1;
      if (thrown === 1) throw new Error('the first time');
    },
    ...times(5),
  ];
  const xids = await transactionsOf(await Promise.all(works.map((before) => effect(before ? { before } : {}))));
  expect(new Set(xids).size).toBe(4);
  expect(new Set(xids.slice(3)).size).toBe(1);
});

test('a statement that is sent once for all is shared only by calls with the same values', async () => {
  const lock = (n: number) => (tx: Tx) => tx.send(sendOnce, [n]);
  const values = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
  const xids = await transactionsOf(await Promise.all(values.map((n) => effect({ before: lock(n) }))));
  const [one, two] = xids;
  expect(one).not.toBe(two);
  expect(xids).toEqual(values.map((n) => (n === 1 ? one : two)));
});

async function refusing(what: string): Promise<{ refusal: unknown; xids: string[] }> {
  const outcomes = await Promise.allSettled([effect({ what }), ...others(), effect()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...times(5).map(() => 'fulfilled')]);
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { refusal: (outcomes[0] as PromiseRejectedResult).reason, xids: await transactionsOf(done) };
}

test('when the database names the call that it refuses, the others commit without it', async () => {
  const { refusal, xids } = await refusing('refused');
  expect(refusal).toMatchObject({ message: 'refused: 23514' });
  expect(new Set(xids).size).toBe(1);
});

test('when the database names none, each call runs alone and gets its own answer', async () => {
  const { refusal, xids } = await refusing('spoils');
  expect(refusal).toMatchObject({ message: 'refused: P0001' });
  expect(new Set(xids).size).toBe(5);
});

test('calls of which many are refused are all answered, the last of them alone', async () => {
  const whats = times(12).map((_, n) => (n % 2 === 0 ? 'done' : 'refused'));
  const outcomes = await Promise.allSettled(whats.map((what) => effect({ what })));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(whats.map((what) => what === 'done'));
});

test('a customer whose call was refused is served alone for a minute', async () => {
  const customer = randomUUID();
  await Promise.allSettled([effect({ customer, what: 'refused' }), ...others()]);
  const isShared = async (): Promise<boolean> => {
    const [one, two] = await transactionsOf(await Promise.all([effect({ customer }), ...others(), effect()]));
    return one === two;
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 58_000 });
  expect(await isShared()).toBe(false);
  vi.setSystemTime(Date.now() + 3_000);
  expect(await isShared()).toBe(true);
});

test('calls that wait for a lock hold up the next ones for no longer than 50 ms', async () => {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(7)');
  const waitsFor = { before: (tx: Tx) => tx.send(sendOnce, [7]) };
  const five = (): Promise<string[]> => Promise.all(times(5).map(() => effect(waitsFor)));
  const stuck = five();
  const isWaiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await expect.poll(async () => (await holder.query(isWaiting)).rowCount).toBe(1);
  const next = five();
  await expect.poll(async () => (await holder.query(isWaiting)).rowCount).toBe(2);
  await holder.query('COMMIT');
  expect(new Set(await transactionsOf([...(await stuck), ...(await next)])).size).toBe(2);
});

test('[F4] calls whose common connection is cut are each done once', async () => {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(8)');
  const customers = times(5).map(() => randomUUID());
  const calls = customers.map((customer) => effect({ customer, before: (tx) => tx.send(sendOnce, [8]) }));
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await expect.poll(async () => (await holder.query(cut)).rowCount).toBe(1);
  await holder.query('COMMIT');
  const keys = await Promise.all(calls);
  expect(new Set(await transactionsOf(keys)).size).toBe(5);
  expect(await db.query('SELECT FROM effects WHERE customer = ANY ($1)', [customers])).toHaveLength(5);
});
