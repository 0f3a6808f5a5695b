import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Promises } from '../promises-contract.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const read = async (who: TestInvestor): Promise<Promises> => (await who.get('/api/promises')).json<Promises>();
const of = ({ Products }: Promises, product: string) => Products.find(({ Product }) => Product === product);

test('[G3] the profit set aside is the profit promised, per product, and the ledger holds it', async () => {
  const ana = await world.investor({ balance: '1000' });
  expect(await read(ana)).toMatchObject({ SetAside: 0 });
  await ana.post('/api/stake', { amount: 100, time_stake: 180 });
  await ana.post('/api/stake', { amount: 10, time_stake: 30 });
  await ana.post('/api/vault/subscribe', { terms: true });
  await ana.post('/api/vault/deposit', { amount: 250 });
  const promises = await read(ana);
  expect(of(promises, 'stake')).toEqual({ Product: 'stake', Running: 2, Promised: 141, Shown: 141 });
  expect(of(promises, 'primevault')).toEqual({ Product: 'primevault', Running: 1, Promised: 75, Shown: 75 });
  expect(promises.SetAside).toBe(216);
});

test('[G3] profit of ended or cancelled positions is released', async () => {
  const ana = await world.investor({ balance: '1000' });
  const { Id } = (await ana.post('/api/stake', { amount: 100, time_stake: 180 })).json<{ Id: string }>();
  await ana.post('/api/stake', { amount: 10, time_stake: 30 });
  await ana.post(`/api/stake/${Id}`);
  expect(await read(ana)).toMatchObject({ SetAside: 1 });
  world.forward(30);
  await world.settle();
  expect(await read(ana)).toMatchObject({ SetAside: 0 });
});

test('[G3] shows only the customer’s own, and nothing without a session', async () => {
  const [ana, eve] = [await world.investor({ balance: '100' }), await world.investor()];
  await ana.post('/api/stake', { amount: 100, time_stake: 180 });
  expect((await read(eve)).SetAside).toBe(0);
  expect((await world.ask({ method: 'GET', url: '/api/promises' })).statusCode).toBe(401);
});
