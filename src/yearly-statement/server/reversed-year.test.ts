import { afterAll, beforeAll, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { readYearCsv } from './testing/read-year-csv.ts';

let world: WalletWorld;
beforeAll(async () => void (world = await openWalletWorld()));
afterAll(() => world.close());

test('[G6] a correction follows what it corrects, and the totals are what came, went and was charged after all', async () => {
  // Corrections are dated by the database's clock.
  world.now = new Date();
  const ana = await world.saver('500');
  world.startWorker();
  const brought = await world.deposit(ana, { amount: 30, currency: 'usdt' });
  const withdrawn = [
    await world.withdraw(ana, { amount: 50, currency: 'usdt' }),
    await world.withdraw(ana, { amount: 20, currency: 'usdt' }),
  ];
  for (const { Id } of [brought, ...withdrawn]) await world.untilEnded(ana, Id);
  const keys = await world.db.query<{ key: string }>(
    `SELECT key FROM ledger.journals WHERE reference = ANY ($1::uuid[]) AND kind LIKE '%\\_settled'`,
    [[brought.Id, withdrawn[0]?.Id]],
  );
  expect(keys).toHaveLength(2);
  for (const { key } of keys) {
    expect((await lastroOf(world)(`ledger reverse ${key} --reason`, 'booked twice')).exit).toBe(0);
  }

  const year = world.now.getUTCFullYear();
  const csv = readYearCsv((await ana.get(`/api/statement/${year}.csv`, { 'accept-language': 'en' })).body);
  const figures = (section: string) =>
    csv.filter((line) => line.section === section).map(({ what, amount }) => [what, amount]);
  expect(figures('Brought and withdrawn')).toEqual([
    ['Brought in USDT', usd('30')],
    ['Deposit reversed', usd('-30')],
    ['Total brought', 0n],
    ['Withdrawn in USDT', usd('-68.6')],
    ['Fee on withdrawals in USDT', usd('-1.4')],
    ['Withdrawal reversed', usd('50')],
    ['Total withdrawn, fees included', usd('-20')],
  ]);
  expect(figures('Fees')).toEqual([
    ['Withdrawals', usd('-1.4')],
    ['Withdrawal reversed', usd('1')],
    ['Total fees', usd('-0.4')],
  ]);
  expect(await ana.balance()).toBe(480);
});
