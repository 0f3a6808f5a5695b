import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { openWorld, type World } from '#testing/server/world.ts';

/** Holds for every call that moves money: they are found in the published document by their idempotency key. */
let world: World;
let paths: string[];

beforeAll(async () => {
  world = await openWorld();
  const { paths: published } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, { post?: { parameters?: { name: string }[] } }>;
  }>();
  paths = Object.entries(published).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ name }) => name === 'idempotency-key') ? [path] : [],
  );
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

test('[S7] a refusal under a key, invalid input included, is replayed on a retry', async () => {
  expect(paths).toHaveLength(10);
  const ana = await world.investor({ balance: '500' });
  for (const [at, path] of paths.entries()) {
    const headers = { 'idempotency-key': `unfit ${at}` };
    const ask = (body: object) => ana.post(path.replace('{id}', '-'), body, headers);
    const [first, again] = [await ask({ amount: -1, other: 1 }), await ask({ amount: -1, other: 1 })];
    expect([path, first.statusCode]).toEqual([path, path.includes('{id}') ? 404 : 422]);
    expect([path, again.statusCode, again.body]).toEqual([path, first.statusCode, first.body]);
    expect([first, again].map((answer) => answer.headers['idempotency-replayed'])).toEqual([undefined, 'true']);
  }
  expect(await ana.balance()).toBe(500);
});

test('[L3] every money call refuses a frozen customer, whatever the input, and moves nothing', async () => {
  const ana = await world.investor({ balance: '500', isEmailConfirmed: true });
  await lastroOf(world)('customer freeze', ana.email, '--reason', 'a test');
  const bodies = [{ amount: 10, time_stake: 30 }, { amount: 10, user: ana.id, currency: 'usdt' }, { amount: 100 }, {}];
  for (const path of paths) {
    for (const body of bodies) {
      const answer = await ana.post(path.replace('{id}', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'), body);
      // Unfit input without a key is refused before anything begins.
      if (answer.statusCode === 422) continue;
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'account_frozen']);
    }
    const keyed = await ana.post(path.replace('{id}', '-'), { other: 1 }, { 'idempotency-key': `frozen ${path}` });
    expect([path, keyed.statusCode, keyed.json().code]).toEqual([path, 403, 'account_frozen']);
  }
  expect(await ana.balance()).toBe(500);
});

test('[L3] [S7] an answer from before a freeze is replayed under its key, also to a hundred concurrent calls', async () => {
  const ana = await world.investor({ balance: '500' });
  const ask = () => ana.post('/api/stake', { amount: 10, time_stake: 30 }, { 'idempotency-key': 'before' });
  const first = await ask();
  await lastroOf(world)('customer freeze', ana.email, '--reason', 'a test');
  const again = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(again.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set([`201 ${first.body}`]));
  expect(again.every(({ headers }) => headers['idempotency-replayed'] === 'true')).toBe(true);
  expect(await ana.balance()).toBe(490);
});

test('[S7] a key is stored with its answer or not at all: a failed call leaves nothing behind, and can be retried', async () => {
  const ana = await world.investor({ balance: '500' });
  const headers = { 'idempotency-key': 'in the way' };
  const ask = () => ana.post('/api/stake', { amount: 10, time_stake: 30 }, headers);
  // The key is given up while the call is under way: the two collide when they write the key's answer.
  const [sent, given] = await Promise.all([ask(), ana.post(`/api/intents/in%20the%20way/give-up`, undefined)]);
  const isDone = sent.statusCode === 201;
  expect([given.statusCode, isDone ? 201 : 409]).toEqual([200, sent.statusCode]);
  expect((await ask()).statusCode).toBe(sent.statusCode);
  expect(await ana.balance()).toBe(isDone ? 490 : 500);
  const rows = await world.db.query('SELECT status FROM idempotency_keys WHERE customer_id = $1', [ana.id]);
  expect(rows).toHaveLength(1);
});

test('[S7] a key used with invalid input cannot be reused for another body', async () => {
  const ana = await world.investor({ balance: '500' });
  const headers = { 'idempotency-key': 'unfit first' };
  await ana.post('/api/stake', { amount: '10', time_stake: 30 }, headers);
  const other = await ana.post('/api/stake', { amount: 10, time_stake: 30 }, headers);
  expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'idempotency_key_reused' }]);
  expect(await ana.balance()).toBe(500);
});

test('[S7] without a key or under an invalid one, invalid input is rejected and nothing is stored', async () => {
  const ana = await world.investor();
  const keys = async () =>
    (await world.db.query('SELECT FROM idempotency_keys WHERE customer_id = $1', [ana.id])).length;
  for (const headers of [{}, { 'idempotency-key': 'x'.repeat(201) }]) {
    expect((await ana.post('/api/stake', { amount: '10', time_stake: 30 }, headers)).statusCode).toBe(422);
  }
  expect(await keys()).toBe(0);
});
