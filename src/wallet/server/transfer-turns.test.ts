import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { BrokerageOutcome } from './brokerage-client.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
});
afterAll(() => world.close());

test('[L16] whoever brings many small sums keeps nobody waiting: customers take turns, and withdrawals go first', async () => {
  const [many, bia, caio] = [await world.investor(), await world.investor(), await world.saver('500.00')];
  await Promise.all(Array.from({ length: 60 }, () => world.deposit(many, { amount: 1 })));
  const brought = await world.deposit(bia, { amount: 10 });
  const taken = await world.withdraw(caio, { amount: 20 });
  const sent: string[] = [];
  const underWay = new Map<string, number>();
  let mostOfOne = 0;
  const slowly = async (who: string, answer: () => Promise<BrokerageOutcome>): Promise<BrokerageOutcome> => {
    const count = (underWay.get(who) ?? 0) + 1;
    underWay.set(who, count);
    mostOfOne = Math.max(mostOfOne, count);
    await pause(100);
    underWay.set(who, (underWay.get(who) ?? 1) - 1);
    return answer();
  };
  const worker = world.startWorker({
    send: (request) => {
      sent.push(request.reference);
      return slowly(request.account, () => world.brokerage.send(request));
    },
    ask: (request) => world.brokerage.ask(request),
  });
  await world.untilEnded(caio, taken.Id);
  await world.untilEnded(bia, brought.Id);
  expect(sent.indexOf(taken.Id)).toBeLessThan(4);
  expect(sent.indexOf(brought.Id)).toBeLessThan(8);
  expect(mostOfOne).toBeLessThanOrEqual(3);
  await expect.poll(() => many.balance(), { timeout: 60_000 }).toBe(60);
  await worker.stop();
  expect(await world.audit()).toEqual([]);
}, 90_000);
