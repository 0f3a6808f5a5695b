import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Histogram } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hear } from './testing/hear-changes.ts';
import { type Effects, openEffects, patient, times, type Wish } from './testing/open-effects.ts';
import { PoolExhausted } from './clients.ts';
import type { Tx } from './database.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { withFormForMany } from './prepared-work.ts';
import { traceWith } from '#telemetry/server/tracing.ts';

let effects: Effects;
let db: Effects['db'];
let holder: Effects['holder'];
let effect: Effects['effect'];
let others: Effects['others'];
let transactionsOf: Effects['transactionsOf'];
let countWaiting: Effects['countWaiting'];
beforeAll(async () => {
  effects = await openEffects();
  ({ db, holder, effect, others, transactionsOf, countWaiting } = effects);
});
afterEach(async () => {
  await holder.query('ROLLBACK');
  vi.useRealTimers();
  vi.restoreAllMocks();
  traceWith(null);
});
afterAll(() => effects.close());

const sendOnce = withFormForMany('SELECT pg_advisory_xact_lock_shared($1)', 'once');

test('calls of several customers made at once commit in one transaction, each with its own result', async () => {
  const customers = times(20).map(() => randomUUID());
  const heard = hear(db);
  const keys = await Promise.all(customers.map((customer) => effect({ customer })));
  expect(new Set(keys).size).toBe(20);
  expect(new Set(await transactionsOf(keys)).size).toBe(1);
  expect(heard()).toEqual(new Set(customers));
});

test('at most 48 share a transaction, and later ones follow in the next', async () => {
  const xids = await transactionsOf(await Promise.all(times(98).map(() => effect())));
  const sizes = [...new Set(xids)].map((one) => xids.filter((xid) => xid === one).length);
  expect(sizes).toEqual([48, 48, 1, 1]);
});

test('one call at a time is sent as it always was', async () => {
  const keys = [await effect(), await effect()];
  expect(new Set(await transactionsOf(keys)).size).toBe(2);
});

test('two calls run side by side, each in its own transaction, and three that come meanwhile share the next', async () => {
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(7)');
  const calls = times(2).map(() => effect({ what: 'waits' }));
  await once(db.pool, 'acquire');
  await expect.poll(() => db.pool.totalCount - db.pool.idleCount, { interval: 1 }).toBe(2);
  calls.push(effect({ what: 'waits' }));
  // Enough turns of the event loop for it to have started, if it could.
  for (const _ of times(5)) await turn();
  calls.push(...times(2).map(() => effect({ what: 'waits' })));
  for (const _ of times(5)) await turn();
  await holder.query('COMMIT');
  const [first, second, ...others] = await transactionsOf(await Promise.all(calls));
  expect(new Set([first, second, ...others]).size).toBe(3);
  expect(new Set(others).size).toBe(1);
});

test('the next transaction is started before the calls of the last are answered', async () => {
  const started = vi.spyOn(metrics.getSingleMetric('lastro_commit_calls') as Histogram, 'observe');
  let second: Promise<string[]> | undefined;
  db.pool.once('acquire', () => {
    second = Promise.all(times(5).map(() => effect()));
  });
  await Promise.all(times(5).map(() => effect()));
  expect(started.mock.calls).toEqual([[5], [5]]);
  await second;
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
  for (const outcome of await Promise.allSettled(late))
    expect(outcome).toMatchObject({ reason: expect.any(PoolExhausted) });
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
