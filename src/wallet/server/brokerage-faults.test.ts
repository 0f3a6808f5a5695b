import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '#ledger/server/account-store.ts';
import type { FaultRequest } from '#sandbox/contract.ts';
import { faultRuns } from '#testing/server/fault-runs.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Transfer } from '../contract.ts';

/** A fault is waited for, and costs little: so many are waited for together, each in a world that is its own meanwhile. */
const atOnce = 4;
const idle: WalletWorld[] = [];
const wanted: ((world: WalletWorld) => void)[] = [];

beforeAll(async () => {
  for (let n = 0; n < atOnce; n += 1) {
    const world = await openWalletWorld();
    world.startWorker();
    idle.push(world);
  }
});
afterAll(() => Promise.all(idle.map((world) => world.close())));

async function alone(work: (world: WalletWorld) => Promise<void>): Promise<void> {
  const world = idle.pop() ?? (await new Promise<WalletWorld>((resolve) => wanted.push(resolve)));
  try {
    await work(world);
    await world.sandbox.heal();
  } finally {
    const next = wanted.shift();
    if (next) next(world);
    else idle.push(world);
  }
}

const spoilt: FaultRequest[] = [
  { mode: 'fail_before' },
  { mode: 'fail_after' },
  { mode: 'timeout_before' },
  { mode: 'timeout_after' },
  { mode: 'reset_before' },
  { mode: 'reset_after' },
  { mode: 'garbage' },
  { mode: 'empty' },
  { mode: 'late', delay_ms: 800 },
  { mode: 'late', delay_ms: 50 },
  { mode: 'twice' },
  { mode: 'answer_twice' },
  { mode: 'wrong_amount' },
  { mode: 'wrong_reference' },
  { mode: 'pending', delay_ms: 600 },
  { mode: 'unknown_404', call: 'transfer' },
  { mode: 'away', times: 3 },
  { mode: 'fail_before', call: 'brokerage', times: 3 },
];

const spoiltLookups: FaultRequest[] = [
  { mode: 'unknown_404' },
  { mode: 'garbage', call: 'lookup' },
  { mode: 'timeout_after', call: 'lookup' },
  { mode: 'wrong_amount', call: 'lookup' },
  { mode: 'answer_twice', call: 'lookup' },
  { mode: 'pending', call: 'lookup' },
];

const lost: FaultRequest = { mode: 'timeout_after' };

test.concurrent.each(spoilt)(
  '[F4] a deposit is credited exactly once, however the brokerage fails: %o',
  faultRuns,
  (fault) => alone((world) => bring(world, fault)),
);

test.concurrent.each(spoiltLookups)(
  '[F4] a completed deposit is not repeated, however the lookup fails: %o',
  faultRuns,
  (fault) => alone((world) => bring(world, lost, fault)),
);

test.concurrent.each(spoilt)(
  '[F4] a withdrawal leaves exactly once, however the brokerage fails: %o',
  faultRuns,
  (fault) => alone((world) => takeOut(world, fault)),
);

test.concurrent.each(spoiltLookups)(
  '[F4] a completed withdrawal does not leave again, however the lookup fails: %o',
  faultRuns,
  (fault) => alone((world) => takeOut(world, lost, fault)),
);

test('[F4] afterwards the books of all hold, and agree with the brokerage', async () => {
  expect(idle).toHaveLength(atOnce);
  for (const world of idle) expect(await world.audit()).toEqual([]);
});

async function bring(world: WalletWorld, ...faults: FaultRequest[]): Promise<void> {
  const ana = await world.investor();
  await endDespite(world, faults, ana, () => world.deposit(ana));
  expect([await ana.balance(), (await atBroker(world, ana)).USD]).toEqual([100, '99900.00']);
}

async function takeOut(world: WalletWorld, ...faults: FaultRequest[]): Promise<void> {
  const ana = await world.saver('100.00');
  await endDespite(world, faults, ana, () => world.withdraw(ana));
  expect([await ana.balance(), await readBalance(world.db, ana.id, 'held')]).toEqual([0, 0n]);
  expect((await atBroker(world, ana)).USDT).toBe('98.00');
}

async function endDespite(
  world: WalletWorld,
  faults: FaultRequest[],
  who: TestInvestor,
  begin: () => Promise<Transfer>,
): Promise<void> {
  for (const fault of faults) await world.sandbox.arm(fault);
  expect((await world.untilEnded(who, (await begin()).Id)).Status).toBe('complete');
}

/** The customer's balances at the brokerage, where every account starts with 100,000 USD. */
async function atBroker({ sandbox }: WalletWorld, who: TestInvestor): Promise<Record<'USD' | 'USDT', string>> {
  const account = await sandbox.call('GET', `/v1/accounts/${who.id}`);
  return ((await account.json()) as { balances: Record<'USD' | 'USDT', string> }).balances;
}
