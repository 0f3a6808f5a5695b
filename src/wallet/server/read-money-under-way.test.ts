import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { EquityPoint } from '#dashboard/contract.ts';
import type { MoneyUnderWay } from '../under-way-contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

const url = '/api/transfers/under-way';
let world: WalletWorld;
beforeAll(async () => void (world = await openWalletWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const underWay = async (who: TestInvestor) => (await who.get(url)).json<MoneyUnderWay>();

test('[F4] [D5] a held withdrawal is out of the total and shown beside it until the brokerage has it', async () => {
  const ana = await world.saver('500');
  const equity = async () => (await ana.get('/api/equity')).json<EquityPoint[]>()[0];
  expect(await underWay(ana)).toEqual({ Leaving: 0, Arriving: 0 });
  const { Id } = await world.withdraw(ana, { amount: 150.01 });
  await world.withdraw(ana, { amount: 20 });
  const coming = await world.deposit(ana, { amount: 40 });
  expect(await underWay(ana)).toEqual({ Leaving: 170.01, Arriving: 40 });
  expect(await equity()).toMatchObject({ Balance: 329.99, Total: 329.99 });

  const worker = world.startWorker();
  await world.sandbox.arm({ mode: 'refuse', times: 1 });
  for (const id of [Id, coming.Id]) await world.untilEnded(ana, id);
  await expect.poll(() => underWay(ana)).toEqual({ Leaving: 0, Arriving: 0 });
  await worker.stop();
  // Transfers are settled on the database's own clock.
  world.now = new Date(Date.now() + 1_000);
  const [now, said] = [await equity(), (await world.transfers(ana)).filter(({ Status }) => Status === 'canceled')];
  expect(said).toHaveLength(1);
  expect(now?.Total).toBe(await ana.balance());
});

test('[F6] includes a withdrawal that waits for an operator', async () => {
  const ana = await world.saver('9000');
  await world.withdraw(ana, { amount: 6000 });
  expect(await underWay(ana)).toEqual({ Leaving: 6000, Arriving: 0 });
});

test('[F4] shows only the customer’s own, and nothing without a token', async () => {
  const eve = await world.investor();
  expect(await underWay(eve)).toEqual({ Leaving: 0, Arriving: 0 });
  expect((await world.ask({ method: 'GET', url })).statusCode).toBe(401);
});
