import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceTransfer } from './advance-transfer.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { claimTransfers } from './transfer-queue.ts';
import { makeAllDue } from './testing/kill-worker.ts';
import { watchTransfers } from './watch-transfers.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
  watchTransfers(world.db);
});
afterAll(() => world.close());

async function figure(name: string): Promise<number> {
  const { body } = await world.ask({ method: 'GET', url: '/metrics' });
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1]);
}

async function work(): Promise<void> {
  await makeAllDue(world);
  for (const transfer of await claimTransfers(world.db, 10, 60_000)) {
    await advanceTransfer({ db: world.db, brokerage: world.brokerage, log: world.http.app.log }, transfer);
  }
}

test('[F4] an unanswered transfer raises the alarm after a quarter of an hour, until it ends', async () => {
  const ana = await world.investor();
  await world.deposit(ana);
  await world.sandbox.arm({ mode: 'away', times: 100 });
  await work();
  expect(await figure('lastro_broker_transfers_open')).toBe(1);
  expect(await figure('lastro_broker_transfers_overdue')).toBe(0);
  expect(world.logLines.join('')).not.toContain('overdue');

  await world.db.query(`UPDATE broker_transfers SET queued_at = now() - interval '16 minutes'`);
  await work();
  expect(await figure('lastro_broker_transfers_overdue')).toBe(1);
  expect(await figure('lastro_broker_transfer_oldest_seconds')).toBeGreaterThan(15 * 60);
  const alarms = world.logLines.filter((line) => line.includes('a transfer with the brokerage is overdue'));
  expect(alarms).toHaveLength(1);
  expect(JSON.parse(alarms[0] ?? '')).toMatchObject({ level: 50 });

  await world.sandbox.heal();
  await work();
  expect(await ana.balance()).toBe(100);
  expect(await figure('lastro_broker_transfers_open')).toBe(0);
  expect(await figure('lastro_broker_transfers_overdue')).toBe(0);
  expect(await world.audit()).toEqual([]);
});

test('[F6] a withdrawal awaiting approval is counted separately, not as overdue', async () => {
  const bia = await world.saver('9000.00');
  await world.withdraw(bia, { amount: 6000 });
  await world.db.query(`UPDATE broker_transfers SET queued_at = now() - interval '16 minutes' WHERE ended_at IS NULL`);
  expect(await figure('lastro_withdrawals_awaiting_approval')).toBe(1);
  expect(await figure('lastro_broker_transfers_overdue')).toBe(0);
});

test('[F4] the log of a transfer never contains the brokerage’s token', async () => {
  expect(world.logLines.length).toBeGreaterThan(0);
  expect(world.logLines.join('')).not.toContain(world.config.brokerageToken);
});
