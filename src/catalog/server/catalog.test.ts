import { afterAll, beforeAll, expect, test } from 'vitest';
import { bonusPercent, residualPercents } from '#network/server/network-settings.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { minDepositUsd } from '#wallet/server/wallet-settings.ts';
import type { Catalog } from '../contract.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
});
afterAll(() => world.close());

const read = async (): Promise<Catalog> => (await ana.get('/api/catalog')).json<Catalog>();

test('[G1] the catalog states what the network pays, its caps, and the minimum deposit', async () => {
  const { Network, Minimums } = await read();
  expect(Network).toEqual({ Bonus: 5, Residual: [3, 2, 1], BonusCapDay: 2500, BonusCapMonth: 10_000 });
  expect(Minimums).toEqual({ Deposit: 0.01 });
});

test("[G1] the operator's settings apply immediately", async () => {
  const settings = [
    [bonusPercent, 2],
    [residualPercents, [2, 1, 0.5]],
    [minDepositUsd, 20],
  ] as const;
  for (const [setting, value] of settings) {
    expect(await transaction(world.db, (tx) => writeSetting(tx, setting, value))).toBe(true);
  }
  const { Network, Minimums } = await read();
  expect([Network.Bonus, Network.Residual, Minimums.Deposit]).toEqual([2, [2, 1, 0.5], 20]);
});

test('[G1] the catalog requires a login', async () => {
  expect((await world.ask({ method: 'GET', url: '/api/catalog' })).statusCode).toBe(401);
});
