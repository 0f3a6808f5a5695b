import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readTreasury } from '#ledger/server/account-store.ts';
import { usd } from '#money/money.ts';
import { report, stake } from '#network/server/testing/report.ts';
import type { Notice } from '#notices/contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import { makeAllDue } from '#wallet/server/testing/kill-worker.ts';
import { claimTransfers } from '#wallet/server/transfer-queue.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: WalletWorld;
beforeAll(async () => void (world = await openWalletWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const reverse = (key: string) => lastroOf(world)(`ledger reverse ${key} --reason`, 'credited to the wrong person.');

async function deposited(ana: TestInvestor): Promise<string> {
  const { Id } = await world.deposit(ana);
  await carryOut();
  return `deposit:${Id}:settled`;
}

/** Advances transfers as the running product does, with the network subscribed. */
async function carryOut(): Promise<void> {
  await makeAllDue(world);
  for (const transfer of await claimTransfers(world.db, 10, 60_000)) {
    const context = { db: world.db, brokerage: world.brokerage, log: world.http.app.log, events: subscribers };
    await advanceTransfer(context, transfer);
  }
}

async function told(ana: TestInvestor): Promise<Notice | undefined> {
  return (await ana.get('/api/notices')).json<Notice[]>()[0];
}

test('[R6] a deposit is reversed by its own journal, and the customer is told why', async () => {
  const ana = await world.investor();
  const key = await deposited(ana);
  expect(await ana.balance()).toBe(100);
  expect((await reverse(key)).out).toBe(
    `${key} is reversed by reversed:${key}: -100.00 USD to the customer’s balance.\n`,
  );
  expect(await ana.balance()).toBe(0);
  expect(await told(ana)).toMatchObject({
    Kind: 'correction_debited',
    Amount: 100,
    Why: 'corrected',
    Reason: 'credited to the wrong person',
  });
  expect(await lastAction(world)).toMatchObject({
    action: 'ledger reverse',
    details: { journal: key, customer: ana.id, kind: 'deposit_settled', usd: '-100.00' },
  });
  const kinds = await world.db.query('SELECT kind FROM ledger.journals WHERE owner = $1 ORDER BY number', [ana.id]);
  expect(kinds).toEqual([{ kind: 'deposit_settled' }, { kind: 'reversed_deposit' }]);
});

test('[R6] a withdrawal that never arrived is refunded in full, including its fee', async () => {
  const ana = await world.saver('300.00');
  const { Id } = await world.withdraw(ana);
  await carryOut();
  expect(await ana.balance()).toBe(200);
  expect((await reverse(`withdrawal:${Id}:settled`)).exit).toBe(0);
  expect(await ana.balance()).toBe(300);
  expect(await told(ana)).toMatchObject({ Kind: 'correction_credited', Amount: 100 });
});

test('[R6] [W2] a deposit that replaces a reversed one is no further new capital, and a reversed bonus returns to the treasury', async () => {
  const bia = await world.investor();
  const eva = await world.investor({ broughtBy: bia });
  const bonuses = async (): Promise<number[]> => (await report(world, bia, 2)).map(({ Value }) => Value);
  const stakeToTheEnd = async (): Promise<void> => {
    await stake(eva, 100);
    world.forward(31);
    await world.settle();
  };
  await deposited(eva);
  expect(await reverse(await deposited(eva))).toMatchObject({ exit: 0, err: '' });
  await deposited(eva);
  // She brought 200 in all: the third stake is of money that has already earned its bonus.
  for (const earned of [[5], [5, 5], [5, 5]]) {
    await stakeToTheEnd();
    expect(await bonuses()).toEqual(earned);
  }

  const [bonus] = await world.db.query<{ key: string }>(
    `SELECT key FROM ledger.journals WHERE kind = 'network_bonus' AND owner = $1 ORDER BY number LIMIT 1`,
    [bia.id],
  );
  const [before, treasury] = [await bia.balance(), await readTreasury(world.db)];
  expect((await reverse(bonus?.key ?? '')).exit).toBe(0);
  expect(await bia.balance()).toBe(before - 5);
  expect((await readTreasury(world.db)) - treasury).toBe(usd('5'));
  expect((await told(bia))?.Kind).toBe('correction_debited');
});

describe('[R6] a reversal is refused', () => {
  test('a second time, even if ten try concurrently', async () => {
    const ana = await world.saver('300.00');
    const key = await deposited(ana);
    const typed = await Promise.all(Array.from({ length: 10 }, () => reverse(key)));
    expect(typed.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(await ana.balance()).toBe(300);
    expect((await reverse(key)).err).toBe(`${key} has already been reversed.\n`);
    expect((await reverse(`reversed:${key}`)).err).toContain(
      'A journal of the kind reversed_deposit cannot be reversed.',
    );
  });

  test("when the customer's balance is too low", async () => {
    const ana = await world.investor();
    const key = await deposited(ana);
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    expect((await reverse(key)).err).toBe('The customer’s balance is less than the amount to take back.\n');
    expect((await told(ana))?.Kind).not.toBe('correction_debited');
  });

  test('for a kind corrected elsewhere, the house’s own, and an unknown journal', async () => {
    const ana = await world.saver('300.00');
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    const keys = await world.db.query<{ key: string }>(
      `SELECT max(key) AS key FROM ledger.journals WHERE kind IN ('stake_opened', 'treasury_funded', 'withdrawal_held') GROUP BY kind`,
    );
    for (const { key } of keys) expect((await reverse(key)).err).toContain('cannot be reversed. These can:');
    expect((await reverse('nothing')).err).toBe('There is no journal nothing.\n');
    expect((await lastroOf(world)('ledger reverse nothing')).exit).toBe(2);
  });
});
