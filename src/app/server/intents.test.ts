import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

/** After a lost answer the page asks for the outcome of the call under this key, and that it may have no further effect. */
let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const stake = { amount: 100, time_stake: 30 };
const under = (key: string) => ({ 'idempotency-key': key });
const asks = ['GET /api/intents/:key', 'POST /api/intents/:key/give-up'] as const;

test.each(asks)('[L4] %s requires a login', async (ask) => {
  const [method, path] = ask.split(' ') as ['GET' | 'POST', string];
  const answer = await world.ask({ method, url: path.replace(':key', randomUUID()) });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
});

test('[L4] reports a done intent with its answer, a refused one with its refusal, an unknown one as none', async () => {
  const ana = await world.investor({ balance: '150' });
  const [done, refused] = [randomUUID(), randomUUID()];
  const opened = await ana.post('/api/stake', stake, under(done));
  const no = await ana.post('/api/stake', stake, under(refused));
  const read = async (key: string) => (await ana.get(`/api/intents/${key}`)).json();
  expect(await read(done)).toEqual({ State: 'done', Answer: opened.json() });
  expect(await read(refused)).toEqual({ State: 'refused', Answer: no.json() });
  expect(await read(randomUUID())).toEqual({ State: 'none', Answer: null });
});

test("[L4] somebody else's key is unknown", async () => {
  const [ana, bia] = [await world.investor({ balance: '150' }), await world.investor({ balance: '150' })];
  const key = randomUUID();
  await ana.post('/api/stake', stake, under(key));
  expect((await bia.get(`/api/intents/${key}`)).json()).toEqual({ State: 'none', Answer: null });
  await bia.post(`/api/intents/${key}/give-up`, undefined);
  expect((await ana.get(`/api/intents/${key}`)).json()).toMatchObject({ State: 'done' });
});

test('[L4] a given-up intent does nothing however late it arrives, and can be given up again', async () => {
  const ana = await world.investor({ balance: '150' });
  const key = randomUUID();
  for (const times of [1, 2]) {
    const given = await ana.post(`/api/intents/${key}/give-up`, undefined);
    expect([times, given.statusCode, given.json()]).toMatchObject([
      times,
      200,
      { State: 'refused', Answer: { code: 'given_up' } },
    ]);
  }
  const late = await ana.post('/api/stake', stake, under(key));
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_reused']);
  expect(await ana.balance()).toBe(150);
});

test('[L4] given up and carried out concurrently: one of the two wins, and both are told which', async () => {
  for (let times = 0; times < 20; times += 1) {
    const ana = await world.investor({ balance: '150' });
    const key = randomUUID();
    const [sent, given] = await Promise.all([
      ana.post('/api/stake', stake, under(key)),
      ana.post(`/api/intents/${key}/give-up`, undefined),
    ]);
    const isDone = sent.statusCode === 201;
    expect(given.json()).toMatchObject({ State: isDone ? 'done' : 'refused' });
    expect(await ana.balance()).toBe(isDone ? 50 : 150);
  }
});

test.each([
  ['longer than a key', 'x'.repeat(201)],
  ['not printable', encodeURIComponent('ключ')],
])('rejects a key that is %s', async (_what, key) => {
  const ana = await world.investor();
  const answers = [await ana.get(`/api/intents/${key}`), await ana.post(`/api/intents/${key}/give-up`, undefined)];
  for (const answer of answers) expect([400, 404, 414, 422]).toContain(answer.statusCode);
});
