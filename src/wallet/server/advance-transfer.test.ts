import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { FaultRequest } from '#sandbox/contract.ts';
import { backOff } from './advance-transfer.ts';
import { killWorkerAt, takeOver } from './testing/kill-worker.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { faultRuns } from '#testing/server/fault-runs.ts';

const fewestSteps = 8;
const mostSteps = 40;
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
});
afterEach(async () => {
  await world.sandbox.heal();
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

async function expectMovedOnce(ana: TestInvestor): Promise<void> {
  const account = await world.sandbox.call('GET', `/v1/accounts/${ana.id}`);
  expect(await account.json()).toMatchObject({ balances: { USD: '99900.00' } });
  expect(await ana.balance()).toBe(100);
  expect(await world.transfers(ana)).toMatchObject([{ Status: 'complete' }]);
}

const runs: ['before' | 'during', FaultRequest][] = [
  ['during', { mode: 'late', delay_ms: 150 }],
  ['before', { mode: 'fail_after' }],
];

test.each(runs)(
  '[F4] a worker killed %s each of its steps leaves a deposit credited exactly once (%o)',
  { ...faultRuns, timeout: 120_000 },
  async (die, fault) => {
    let step = 1;
    for (; step <= mostSteps; step += 1) {
      const ana = await world.investor();
      await world.deposit(ana);
      await world.sandbox.arm(fault);
      const isFinished = await killWorkerAt(world, die, step);
      await takeOver(world);
      await expectMovedOnce(ana);
      await world.sandbox.heal();
      if (isFinished) break;
    }
    expect(step).toBeGreaterThan(fault.mode === 'fail_after' ? 4 : fewestSteps);
    expect(step).toBeLessThan(mostSteps);
  },
);

test.each([
  ['at once', 0, 500],
  ['after 17 s', 17_000, 2_125],
  ['within the first minute', 59_999, 7_500],
  ['after ten minutes', 600_000, 150_000],
  ['after a week', 7 * 86_400_000, 300_000],
])('[F4] an unfinished transfer is asked after again the later, the longer it waits: %s', (_when, ageMs, longest) => {
  for (let draw = 0; draw < 200; draw += 1) {
    expect(backOff(ageMs)).toBeGreaterThanOrEqual(Math.floor(longest / 2));
    expect(backOff(ageMs)).toBeLessThanOrEqual(longest);
  }
});
