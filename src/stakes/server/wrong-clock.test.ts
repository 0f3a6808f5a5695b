import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** As if the database's clock were that far ahead. */
function machineBehindBy(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes * 60_000 });
}

test('[S7] [L16] nothing is agreed by a database’s clock that is far ahead of the machine’s, and everything can be read', async () => {
  const ana = await world.investor({ balance: '500' });
  const key = { 'idempotency-key': 'the-same-call' };
  const open = () => ana.post('/api/stake', { amount: 100, time_stake: 30 }, key);
  machineBehindBy(10);
  const refused = await open();
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
  expect((await ana.get('/api/stakes')).json()).toEqual([]);
  vi.useRealTimers();
  expect((await open()).statusCode).toBe(201);
});

test('[S7] a small difference, and a database that is behind, stop nobody', async () => {
  const ana = await world.investor({ balance: '500' });
  for (const minutes of [2, -60]) {
    machineBehindBy(minutes);
    expect((await ana.post('/api/stake', { amount: 100, time_stake: 30 })).statusCode).toBe(201);
    vi.useRealTimers();
  }
});
