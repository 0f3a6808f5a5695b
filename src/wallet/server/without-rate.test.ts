import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

test('[F2] a missing rate is reported as 0 and stale', async () => {
  const answer = await ana.get('/api/rates');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { Usdbrl: { High: 0, Low: 0, At: null }, Stale: true, Closed: 'away' },
  ]);
});

test('[F2] refuses to bring reais without a rate, with a retry-after; USDT still works', async () => {
  const bring = (currency: string) => ana.post('/api/deposit', { amount: 10, user: ana.id, currency });
  const refused = await bring('brl');
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'no_rate' }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await bring('usdt')).json()).toMatchObject({ Rate: 1, Fee: 0, Net: 10, Status: 'in_progress' });
});
