import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { settleDue } from '#operator/server/settle-due.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import { holdAccounts } from '#ledger/server/hold.ts';
import { addDays } from '#platform/clock.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { tryOut } from '#testing/server/try-out.ts';
import { listed, opened, vaultInvestor } from './testing/vault-world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
beforeEach(async () => {
  world.forward(400);
  await world.settle();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

test('[V1] [V3] profit accrues linearly, and amount and profit return automatically at the end', async () => {
  const ana = await vaultInvestor(world, '1000');
  await opened(ana, 1000);
  world.forward(45);
  expect(await listed(ana)).toMatchObject([{ Profit: 75, Progress: 25, Status: 'active' }]);
  world.forward(134);
  expect(await world.settle()).toBe(0);
  expect(await ana.balance()).toBe(0);
  world.forward(1);
  expect(await listed(ana)).toMatchObject([{ Profit: 300, Progress: 100, Status: 'active' }]);
  expect(await world.settle()).toBe(1);
  expect(await listed(ana)).toMatchObject([{ Profit: 300, Progress: 100, Status: 'expired' }]);
  expect(await ana.balance()).toBe(1300);
  world.forward(180);
  expect(await world.settle()).toBe(0);
  expect(await ana.balance()).toBe(1300);
});

test('[V3] an investment settled late pays what was agreed, no more', async () => {
  const ana = await vaultInvestor(world, '250');
  await opened(ana, 250);
  world.forward(1000);
  await world.settle();
  expect(await ana.balance()).toBe(325);
  expect(await listed(ana)).toMatchObject([{ Profit: 75, Progress: 100, Status: 'expired' }]);
});

describe('concurrency', () => {
  test('[V3] ten workers pay every investment once', async () => {
    const investors = await Promise.all(Array.from({ length: 12 }, () => vaultInvestor(world, '1000')));
    for (const investor of investors) {
      await Promise.all(Array.from({ length: 10 }, () => opened(investor, 100)));
    }
    world.forward(180);
    const worker = async (): Promise<number> => {
      let paid = 0;
      for (let now = 1; now > 0; paid += now) now = await settlePositions(world.db, world.now, noSubscribers);
      return paid;
    };
    const paid = await Promise.all(Array.from({ length: 10 }, worker));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBe(120);
    for (const investor of investors) expect(await investor.balance()).toBe(1300);
  });

  test('[V3] pays only what is due and skips a customer locked by another transaction', async () => {
    const [ana, bia] = [await vaultInvestor(world, '300'), await vaultInvestor(world, '100')];
    for (let n = 0; n < 3; n += 1) {
      await opened(ana, 100);
      world.forward(1);
    }
    await opened(bia, 100);
    // The first has been due for a day, the second is due this instant, the third is not.
    const now = addDays(world.now, 178);
    await tryOut(world.db, async (other) => {
      await holdAccounts(other, [ana.id]);
      expect(await settlePositions(world.db, now, noSubscribers)).toBe(0);
    });
    expect(await settlePositions(world.db, now, noSubscribers)).toBe(2);
    const states = (await listed(ana)).map(({ Status }) => Status);
    expect([states, await listed(bia)]).toMatchObject([['active', 'expired', 'expired'], [{ Status: 'active' }]]);
  });

  test('[V3] settles stakes and vault investments of the same customers that fall due together', async () => {
    const investors = await Promise.all(Array.from({ length: 10 }, () => vaultInvestor(world, '600')));
    for (const investor of investors) {
      await opened(investor, 100);
      expect((await investor.post('/api/stake', { amount: 500, time_stake: 180 })).statusCode).toBe(201);
    }
    world.forward(180);
    const settled = await Promise.all(Array.from({ length: 6 }, () => settleDue(world.db, world.now, subscribers)));
    expect(settled.reduce((sum, each) => sum + each, 0)).toBe(20);
    for (const investor of investors) expect(await investor.balance()).toBe(130 + 1200);
  });
});
