import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { readBalance } from '#ledger/server/account-store.ts';
import type { FaultRequest } from '#sandbox/contract.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { houseWithdrawalLimitUsd } from './wallet-settings.ts';
import { killWorkerAt, takeOver } from './testing/kill-worker.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { faultRuns } from '#testing/server/fault-runs.ts';

const mostSteps = 40;
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
  // However often the test is repeated, no withdrawal waits for an operator because of the house's daily limit.
  await transaction(world.db, (tx) => writeSetting(tx, houseWithdrawalLimitUsd, 1_000_000));
});
afterEach(async () => {
  await world.sandbox.heal();
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

interface Ending {
  status: 'complete' | 'canceled';
  balance: number;
  usdt: string;
}

async function expectOneEffect(ana: TestInvestor, { status, balance, usdt }: Ending): Promise<void> {
  const account = await world.sandbox.call('GET', `/v1/accounts/${ana.id}`);
  expect(await account.json()).toMatchObject({ balances: { USD: '100000.00', USDT: usdt } });
  expect(await ana.balance()).toBe(balance);
  expect(await readBalance(world.db, ana.id, 'held')).toBe(0n);
  expect(await world.transfers(ana)).toMatchObject([{ Status: status }]);
}

const left: Ending = { status: 'complete', balance: 50, usdt: '98.00' };
const returned: Ending = { status: 'canceled', balance: 150, usdt: '0.00' };

const runs: ['before' | 'during', FaultRequest, Ending][] = [
  ['during', { mode: 'late', delay_ms: 150 }, left],
  ['before', { mode: 'fail_after' }, left],
  ['before', { mode: 'refuse' }, returned],
];

test.each(runs)(
  '[F4] a worker killed %s each of its steps leaves a withdrawal with exactly one effect (%o)',
  { ...faultRuns, timeout: 120_000 },
  async (die, fault, ending) => {
    let step = 1;
    for (; step <= mostSteps; step += 1) {
      const ana = await world.saver('150.00');
      await world.withdraw(ana);
      await world.sandbox.arm(fault);
      const isFinished = await killWorkerAt(world, die, step);
      await takeOver(world);
      await expectOneEffect(ana, ending);
      await world.sandbox.heal();
      if (isFinished) break;
    }
    expect(step).toBeGreaterThan(4);
    expect(step).toBeLessThan(mostSteps);
  },
);
