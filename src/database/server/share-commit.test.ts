import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Effects, openEffects, patient, separations, times, troubles, waiting } from './testing/open-effects.ts';
import { PoolExhausted, takeConnection } from './clients.ts';
import { openDatabase, type Tx } from './database.ts';
import { withFormForMany } from './prepared-work.ts';

let effects: Effects;
let db: Effects['db'];
let holder: Effects['holder'];
let effect: Effects['effect'];
let others: Effects['others'];
let transactionsOf: Effects['transactionsOf'];
beforeAll(async () => {
  effects = await openEffects();
  ({ db, holder, effect, others, transactionsOf } = effects);
});
afterEach(async () => {
  await holder.query('ROLLBACK');
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => effects.close());

const sendOnce = withFormForMany('SELECT pg_advisory_xact_lock_shared($1)', 'once');
const divide = withFormForMany('SELECT 1 / $1::integer', 'once');

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

async function cutWhileWaiting(calls: () => Promise<string>[]): Promise<string[]> {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(8)');
  const made = calls();
  const cut = `SELECT pg_terminate_backend(w.pid) FROM (SELECT ${waiting}) AS w`;
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

test('[F4] trouble of the database is nobody’s: all are done by themselves, and nothing is remembered', async () => {
  const [separated, stopped] = [await separations(), await troubles('statement_timeout')];
  const customers = times(20).map(() => randomUUID());
  const keys = await Promise.all(customers.map((customer) => effect({ customer, what: 'is stopped once' })));
  expect(new Set(await transactionsOf(keys)).size).toBe(20);
  expect([await separations(), await troubles('statement_timeout')]).toEqual([separated, stopped + 1]);
  const again = await Promise.all(customers.map((customer) => effect({ customer })));
  expect(new Set(await transactionsOf(again)).size).toBe(1);
});

test('[F4] what one remedy mends for all is remedied once, and all try again together', async () => {
  let divisor = 0;
  let remedies = 0;
  const remedy = async (): Promise<boolean> => {
    remedies += 1;
    divisor = 1;
    return true;
  };
  const before = (tx: Tx): void =>
    tx.send(divide, [divisor], (error) => Object.assign(new Error('outdated', { cause: error }), { remedy }));
  const keys = await Promise.all(times(6).map(() => effect({ before })));
  expect(new Set(await transactionsOf(keys)).size).toBe(1);
  expect(remedies).toBe(1);
});
