import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { hear } from './testing/hear-changes.ts';
import { noteChange } from './changes.ts';
import { openClient, PoolExhausted, takeConnection } from './clients.ts';
import { commitTogether } from './commit-together.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { codeOf } from './is-lost.ts';
import { metrics } from './metrics.ts';
import { withFormForMany } from './prepared-work.ts';
import { traceWith } from './tracing.ts';

let db: TestDatabase;
let holder: pg.Client;
beforeAll(async () => {
  db = await cloneDatabase();
  holder = await openClient({ connectionString: db.adminUrl });
  await askAsOwner(
    db.adminUrl,
    `CREATE TABLE effects (customer uuid, what text, key uuid PRIMARY KEY, xid xid8 DEFAULT pg_current_xact_id());
     CREATE TABLE doors (customer uuid PRIMARY KEY);
     CREATE SEQUENCE tries;
     GRANT ALL ON effects, doors, tries TO PUBLIC;
     CREATE FUNCTION behave() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = '50ms' AS $$
     DECLARE
       is_shared boolean := coalesce(current_setting('lastro.spans_cells', true), '') = 'on';
     BEGIN
       CASE NEW.what
         WHEN 'refused' THEN RAISE EXCEPTION 'no' USING ERRCODE = 'LB032', DETAIL = NEW.customer;
         WHEN 'spoils' THEN RAISE EXCEPTION 'no';
         WHEN 'only alone' THEN
           IF is_shared THEN RAISE EXCEPTION 'no' USING ERRCODE = 'LB032', DETAIL = NEW.customer; END IF;
         WHEN 'collides once' THEN
           IF nextval('tries') = 1 THEN RAISE EXCEPTION 'no' USING ERRCODE = '40P01'; END IF;
         WHEN 'passes a door' THEN PERFORM FROM doors d WHERE d.customer = NEW.customer FOR UPDATE;
         ELSE
           IF NEW.what LIKE 'names %' THEN RAISE EXCEPTION 'no' USING DETAIL = substr(NEW.what, 7); END IF;
       END CASE;
       RETURN NEW;
     END $$;
     CREATE TRIGGER behave BEFORE INSERT ON effects FOR EACH ROW EXECUTE FUNCTION behave();
     CREATE FUNCTION wait_for_7() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NEW; END $$;
     CREATE TRIGGER waits BEFORE INSERT ON effects FOR EACH ROW WHEN (NEW.what = 'waits') EXECUTE FUNCTION wait_for_7()`,
  );
});
afterEach(async () => {
  await holder.query('ROLLBACK');
  vi.useRealTimers();
  vi.restoreAllMocks();
  traceWith(null);
});
afterAll(async () => {
  await holder.end();
  await db.close();
});

const insert = withFormForMany('INSERT INTO effects VALUES ($1, $2, $3)', {
  text: 'INSERT INTO effects SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[])',
  heldUp: `SELECT g.customer FROM unnest($1::uuid[]) AS g (customer) JOIN doors USING (customer)
    WHERE g.customer NOT IN (SELECT d.customer FROM doors d FOR UPDATE SKIP LOCKED)`,
});
const sendOnce = withFormForMany('SELECT pg_advisory_xact_lock_shared($1)', 'once');

interface Wish {
  on?: Database;
  customer?: string;
  what?: string;
  before?: (tx: Tx) => unknown;
}

/** Records an effect under a new key; returns the key. */
function effect({ on = db, customer = randomUUID(), what = 'done', before }: Wish = {}): Promise<string> {
  const key = randomUUID();
  return commitTogether(on, customer, async (tx) => {
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

const patient = { timeout: 8_000 };

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
  expect(refusal).toMatchObject({ message: 'refused: LB032' });
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

test.each([
  ['refused', 'a minute', 60_000],
  ['only alone', 'five seconds', 5_000],
])('a customer whose call was %s is served alone for %s', async (what, _long, aloneMs) => {
  const customer = randomUUID();
  vi.useFakeTimers({ toFake: ['Date'] });
  await Promise.allSettled([effect({ customer, what }), ...others()]);
  const isShared = async (): Promise<boolean> => {
    const [one, two] = await transactionsOf(await Promise.all([effect({ customer }), ...others(), effect()]));
    return one === two;
  };
  vi.setSystemTime(Date.now() + aloneMs - 1_000);
  expect(await isShared()).toBe(false);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await isShared()).toBe(true);
});

test('calls that were waiting when their customer was named spoil no further transaction', async () => {
  const before = await separations();
  const customer = randomUUID();
  const refused = times(6).map(() => effect({ customer, what: 'refused' }));
  const outcomes = await Promise.allSettled([...refused, ...times(300).map(() => effect())]);
  expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(outcomes.map((_, n) => n < 6));
  expect((await separations()) - before).toBeLessThan(6);
});

async function separations(): Promise<number> {
  return (await metrics.getSingleMetric('lastro_commits_separated_total')?.get())?.values[0]?.value ?? 0;
}

/** How many of this database's transactions wait for an advisory lock. */
async function countWaiting(): Promise<number | null> {
  const { rowCount } = await holder.query(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
  );
  return rowCount;
}

test('calls that wait for a lock hold up the next ones for no longer than 50 ms', async () => {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(7)');
  const stuck = Promise.all(times(5).map(() => effect({ what: 'waits' })));
  await expect.poll(countWaiting, patient).toBe(1);
  expect(new Set(await transactionsOf(await Promise.all(times(5).map(() => effect())))).size).toBe(1);
  await holder.query('COMMIT');
  expect(new Set(await transactionsOf(await stuck)).size).toBe(1);
});

test('[F4] however long transactions take, no more than four are shared at once, and the next calls gather', async () => {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(7)');
  const calls: Promise<string>[] = [];
  for (const waiting of [1, 2, 3, 4, 4, 4]) {
    calls.push(...times(5).map(() => effect({ what: 'waits' })));
    await expect.poll(countWaiting, patient).toBe(waiting);
    await pause(80);
  }
  expect(await countWaiting()).toBe(4);
  await holder.query('COMMIT');
  const xids = await transactionsOf(await Promise.all(calls));
  expect(new Set(xids).size).toBe(5);
});

test('one that is held up waits alone, and the others commit without it', async () => {
  const [held, ...free] = times(12).map(() => randomUUID()) as [string, ...string[]];
  await holder.query('INSERT INTO doors VALUES ($1)', [held]);
  await holder.query('BEGIN; SELECT FROM doors FOR UPDATE');
  const waits = effect({ customer: held, what: 'passes a door' });
  const keys = await Promise.all(free.map((customer) => effect({ customer, what: 'passes a door' })));
  expect(new Set(await transactionsOf(keys)).size).toBe(1);
  await holder.query('COMMIT');
  expect(await transactionsOf([await waits])).toHaveLength(1);
});

test('many that are held up let the others commit, and are done once when they can be', async () => {
  const customers = times(12).map(() => randomUUID());
  await holder.query('INSERT INTO doors SELECT unnest($1::uuid[])', [customers.slice(6)]);
  await holder.query('BEGIN; SELECT FROM doors FOR UPDATE');
  const calls = customers.map((customer) => effect({ customer, what: 'passes a door' }));
  expect(new Set(await transactionsOf(await Promise.all(calls.slice(0, 6)))).size).toBe(1);
  await holder.query('COMMIT');
  expect(await transactionsOf(await Promise.all(calls))).toHaveLength(12);
  expect(await db.query('SELECT FROM effects WHERE customer = ANY ($1)', [customers])).toHaveLength(12);
});

test('what a customer wrote names nobody, even if it ends up in an error', async () => {
  const customer = randomUUID();
  await Promise.allSettled([effect({ what: `names ${customer}` }), effect({ customer }), ...others()]);
  const [one, two] = await transactionsOf(await Promise.all([effect({ customer }), ...others()]));
  expect(one).toBe(two);
});

test('one that cannot be written is refused by itself, and nothing of it is committed', async () => {
  const unwritable = {
    toPostgres: () => {
      throw new Error('unwritable');
    },
  } as unknown as string;
  const customers = times(6).map(() => randomUUID());
  const calls = customers.map((customer, n) => effect(n === 2 ? { customer, what: unwritable } : { customer }));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(customers.map((_, n) => n === 2));
  expect(await db.query('SELECT FROM effects WHERE customer = ANY ($1)', [customers])).toHaveLength(5);
});

test('[F4] after a deadlock all try again together', async () => {
  const keys = await Promise.all(times(6).map(() => effect({ what: 'collides once' })));
  expect(new Set(await transactionsOf(keys)).size).toBe(1);
});

test('[F4] so they do where the database could not be reached', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  vi.spyOn(db.pool as { connect(): Promise<pg.PoolClient> }, 'connect').mockRejectedValueOnce(refused);
  const keys = await Promise.all(times(6).map(() => effect()));
  expect(new Set(await transactionsOf(keys)).size).toBe(1);
});

async function troubles(cause: string): Promise<number> {
  const { values } = (await metrics.getSingleMetric('lastro_database_troubles_total')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['cause'] === cause)?.value ?? 0;
}

test('[F4] a pool without a free connection is counted as trouble, and refuses all of them', async () => {
  const small = openDatabase({ url: db.url, connections: 1, waitMs: 2_000 });
  const taken = await takeConnection(small.pool);
  const before = await troubles('pool_exhausted');
  const outcomes = await Promise.allSettled(times(6).map(() => effect({ on: small })));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(PoolExhausted) });
  expect(await troubles('pool_exhausted')).toBe(before + 1);
  taken.release();
  await small.close();
});

test('[F4] calls that have waited 30 seconds for their turn are refused', async () => {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(7)');
  const calls: Promise<string>[] = [];
  for (const waiting of [1, 2, 3, 4]) {
    calls.push(...times(5).map(() => effect({ what: 'waits' })));
    await expect.poll(countWaiting, patient).toBe(waiting);
  }
  const late = times(5).map(() => effect());
  await pause(80);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 31_000);
  const last = effect();
  for (const call of late) await expect(call).rejects.toBeInstanceOf(PoolExhausted);
  await holder.query('COMMIT');
  expect(await transactionsOf(await Promise.all([...calls, last]))).toHaveLength(21);
});

test('[F4] the transaction that calls share belongs to nobody’s trace, and each lone call to its own', async () => {
  const caller = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  traceWith({
    span: (asked, work) => {
      seen.push(`${caller.getStore() ?? 'nobody'}: ${asked.name}${asked.isPart ? ', a part' : ''}`);
      return work({ set: () => {}, headers: () => ({}) });
    },
    request: () => expect.unreachable(),
    current: () => null,
  });
  const whats = ['done', 'only alone', ...times(5).map(() => 'done')];
  await Promise.all(whats.map((what, n) => caller.run(`caller ${n}`, () => effect({ what }))));
  expect(seen.toSorted()).toEqual([
    'caller 1: database transaction, a part',
    'nobody: database shared transaction',
    'nobody: database shared transaction',
  ]);
});

async function cutWhileWaiting(calls: () => Promise<string>[]): Promise<string[]> {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(8)');
  const made = calls();
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
  await expect.poll(async () => (await holder.query(cut)).rowCount, patient).toBe(1);
  await holder.query('COMMIT');
  return Promise.all(made);
}
const waitsFor8 = (tx: Tx): void => tx.send(sendOnce, [8]);

test('[F4] calls whose common connection is cut are each done once', async () => {
  const customers = times(5).map(() => randomUUID());
  const keys = await cutWhileWaiting(() => customers.map((customer) => effect({ customer, before: waitsFor8 })));
  expect(new Set(await transactionsOf(keys)).size).toBe(5);
  expect(await db.query('SELECT FROM effects WHERE customer = ANY ($1)', [customers])).toHaveLength(5);
});

test('[F4] many whose common connection is cut do not take all connections to find out', async () => {
  const small = openDatabase({ url: db.url, connections: 2 });
  let mostWaiting = 0;
  small.pool.on('acquire', () => void (mostWaiting = Math.max(mostWaiting, small.pool.waitingCount)));
  const keys = await cutWhileWaiting(() => times(48).map(() => effect({ on: small, before: waitsFor8 })));
  expect(new Set(await transactionsOf(keys)).size).toBe(48);
  expect(mostWaiting).toBeLessThan(24);
  await small.close();
});
