import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { readBalance } from '#ledger/server/account-store.ts';
import { claimTransfers, markSending } from '#wallet/server/transfer-queue.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { dayMs } from '#platform/clock.ts';
import { moveBusinessClock, readBusinessClock } from '#database/server/business-clock.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { readLeftLately } from '#wallet/server/withdrawal-counters.ts';
import { houseWithdrawalLimitUsd } from '#wallet/server/wallet-settings.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld({ RATES_URL: '' });
  // The end of a freeze counts by the database's clock.
  world.now = new Date();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const freeze = (who: TestInvestor) => lastroOf(world)('customer freeze', who.email, '--reason', 'a call of their bank');
const unfreeze = (who: TestInvestor) => lastroOf(world)('customer unfreeze', who.email, '--reason', 'identified');

async function frozenOf(who: TestInvestor): Promise<string | null> {
  return (await who.get('/api/user')).json<{ Frozen: string | null }>().Frozen;
}

function stake(who: TestInvestor, language = 'pt-BR') {
  return who.post('/api/stake', { amount: 10, time_stake: 30 }, { 'accept-language': language });
}

test('[L3] [R2] a frozen customer can read everything and open nothing, is notified, and who froze them and why is recorded', async () => {
  const ana = await world.saver('500.00');
  const { exit, out } = await freeze(ana);
  expect([exit, out]).toEqual([
    0,
    `${ana.email} is frozen: no money leaves and nothing opens. 0 withdrawals are held back; 0 had already been sent and end as the brokerage answers.\n`,
  ]);
  expect(await lastAction(world)).toEqual({
    operator: 'operator-of-tests',
    action: 'customer freeze',
    details: { customer: ana.id, reason: 'a call of their bank', parked: '0', sent: '0' },
  });
  const refused = await stake(ana);
  expect([refused.statusCode, refused.json().code, await ana.balance()]).toEqual([403, 'account_frozen', 500]);
  for (const url of [
    '/api/user',
    '/api/stakes',
    '/api/statement',
    '/api/transfers',
    '/api/homereport',
    '/api/notices',
  ]) {
    expect([url, (await ana.get(url)).statusCode]).toEqual([url, 200]);
  }
  expect(Date.now() - Date.parse((await frozenOf(ana)) ?? '')).toBeLessThan(60_000);
  const kinds = async () => (await ana.get('/api/notices')).json<{ Kind: string }[]>().map(({ Kind }) => Kind);
  expect(await kinds()).toEqual(['account_frozen']);
  const owed = await world.db.query(`SELECT FROM mails WHERE kind = 'notices.standing' AND customer_id = $1`, [ana.id]);
  expect(owed).toHaveLength(1);
  expect((await lastroOf(world)('customer show', ana.email)).out).toMatch(/frozen since .*: no money leaves/);
  expect((await freeze(ana)).err).toBe(`${ana.email} is already frozen.\n`);

  expect((await unfreeze(ana)).exit).toBe(0);
  expect([(await stake(ana)).statusCode, await frozenOf(ana)]).toEqual([201, null]);
  expect((await kinds()).toSorted()).toEqual(['account_frozen', 'account_unfrozen']);
  expect((await unfreeze(ana)).err).toBe(`${ana.email} is not frozen.\n`);
});

test.each([
  ['pt-BR', /^Sua conta está congelada/],
  ['en', /^Your account is frozen/],
  ['es', /^Tu cuenta está congelada/],
  ['zh-CN', /^您的账户已被冻结/],
  ['fa', /^حساب شما مسدود است/],
])('[L3] [B7] the refusal is in the customer’s language: %s', async (language, said) => {
  const ana = await world.saver('50.00');
  await freeze(ana);
  expect((await stake(ana, language)).json().message).toMatch(said);
});

test('[L3] what falls due is still paid to the balance', async () => {
  const ana = await world.saver('100.00');
  expect((await stake(ana)).statusCode).toBe(201);
  await freeze(ana);
  world.forward(30);
  await world.settle();
  expect(await ana.balance()).toBe(101);
});

test('[L3] a queued withdrawal does not leave, even if claimed by a worker, until the freeze ends', async () => {
  const ana = await world.saver('500.00');
  const { Id } = await world.withdraw(ana, { amount: 100 });
  const claimed = (await claimTransfers(world.db, 10, 60_000)).find(({ id }) => id === Id);
  expect((await freeze(ana)).out).toContain('1 withdrawals are held back');
  expect(claimed && (await markSending(world.db, claimed))).toBe(false);
  const worker = world.startWorker();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const [kept] = await world.transfers(ana);
  expect(kept).toMatchObject({
    Status: 'in_progress',
    Notes: 'Sua conta está congelada: este saque não sai enquanto isso. O valor está reservado.',
  });
  expect((await world.sandbox.book()).filter(({ reference }) => reference === Id)).toEqual([]);
  expect([await ana.balance(), await readBalance(world.db, ana.id, 'held')]).toEqual([400, 100_000_000n]);
  expect((await unfreeze(ana)).out).toContain('1 withdrawals that were held back are on their way');
  expect(await world.untilEnded(ana, Id)).toMatchObject({ Status: 'complete' });
  await worker.stop();
});

test('[L3] [F6] nobody waits behind the withdrawals of frozen customers, however many: those are judged when their freeze ends', async () => {
  const bia = await world.saver('100.00');
  const frozen = await Promise.all([world.saver('100.00'), world.saver('100.00')]);
  const { Id } = await world.withdraw(bia, { amount: 100 });
  const more = 20;
  for (let at = 0; at < more; at += 1) await world.withdraw(frozen[at % 2] as TestInvestor, { amount: 10 });
  for (const who of frozen) await freeze(who);
  // Room for the first alone, beside what earlier tests have sent.
  const left = await world.db.query<{ usd: bigint }>(
    `SELECT sum(amount)::bigint AS usd FROM broker_transfers
     WHERE direction = 'withdrawal' AND state IN ('settled', 'done', 'sending') OR id = $1`,
    [Id],
  );
  const limit = Number(left[0]?.usd) / 1_000_000;
  await transaction(world.db, (tx) => writeSetting(tx, houseWithdrawalLimitUsd, limit));
  const worker = world.startWorker();
  expect(await world.untilEnded(bia, Id)).toMatchObject({ Status: 'complete', Reviewed: false });
  await worker.stop();
  for (const who of frozen) await unfreeze(who);
  const again = world.startWorker();
  await vi.waitFor(
    async () => {
      const waiting = await world.db.query(`SELECT FROM broker_transfers WHERE waits_because = 'house_limit'`);
      expect(waiting).toHaveLength(more);
    },
    { timeout: 25_000, interval: 100 },
  );
  await again.stop();
  await transaction(world.db, (tx) => writeSetting(tx, houseWithdrawalLimitUsd, 50_000));
}, 90_000);

test('[L3] [F6] a withdrawal held back for days counts when it leaves, and no more on the day of its request', async () => {
  const ana = await world.saver('500.00');
  const { Id, Date: at } = await world.withdraw(ana, { amount: 123 });
  await freeze(ana);
  const { now } = await transaction(world.db, async (tx) => {
    const ahead = Math.max(0, world.now.getTime() - (await readBusinessClock(tx)).now.getTime());
    return moveBusinessClock(tx, ahead + 3 * dayMs);
  });
  expect(await readLeftLately(world.db, now)).toEqual([0n, 0n]);
  await unfreeze(ana);
  expect(await readLeftLately(world.db, now)).toEqual([123_000_000n, 0n]);
  world.now = now;
  const counted = await world.db.query<{ hour: Date }>(
    'SELECT hour FROM withdrawal_hours WHERE amount > 0 ORDER BY hour',
  );
  expect(counted.at(-1)?.hour.getTime()).toBeGreaterThan(Date.parse(at));
  const worker = world.startWorker();
  expect(await world.untilEnded(ana, Id)).toMatchObject({ Status: 'complete' });
  await worker.stop();
});

test('[L3] a transfer unknown to the brokerage is not resent while its customer is frozen', async () => {
  const ana = await world.saver('500.00');
  const { Id } = await world.withdraw(ana, { amount: 100 });
  await world.db.query(`UPDATE broker_transfers SET state = 'unknown' WHERE id = $1`, [Id]);
  await freeze(ana);
  const worker = world.startWorker();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await worker.stop();
  expect((await world.sandbox.book()).filter(({ reference }) => reference === Id)).toEqual([]);
  await unfreeze(ana);
  await world.db.query(`UPDATE broker_transfers SET due_at = now() WHERE id = $1`, [Id]);
  const again = world.startWorker();
  expect(await world.untilEnded(ana, Id)).toMatchObject({ Status: 'complete' });
  await again.stop();
});

test("[L3] a frozen customer's withdrawal cannot be approved, but can be refused", async () => {
  const ana = await world.saver('9000.00');
  const { Id } = await world.withdraw(ana, { amount: 6000 });
  await freeze(ana);
  const { exit, err } = await lastroOf(world)('withdrawals approve', Id);
  expect([exit, err]).toEqual([1, `The customer of withdrawal ${Id} is frozen: none of their money can leave.\n`]);
  expect((await lastroOf(world)('withdrawals refuse', Id, '--reason', 'no')).exit).toBe(0);
  expect(await ana.balance()).toBe(9000);
});

test.each([
  ['that needed nobody’s approval', 100],
  ['that had been approved', 6000],
])(
  '[L3] [F6] a withdrawal %s, held back with its customer, can be refused: the money is in the balance',
  async (_which, amount) => {
    const ana = await world.saver('9000.00');
    const [before] = await readLeftLately(world.db, world.now);
    const { Id } = await world.withdraw(ana, { amount });
    if (amount === 6000) expect((await lastroOf(world)('withdrawals approve', Id)).exit).toBe(0);
    const refuse = () => lastroOf(world)('withdrawals refuse', Id, '--reason', 'a third party’s account');
    expect((await refuse()).err).toContain('is not awaiting approval');
    await freeze(ana);
    expect((await refuse()).out).toBe(`Withdrawal ${Id}: ${amount}.00 USD is back in the balance.\n`);
    expect([await ana.balance(), await readBalance(world.db, ana.id, 'held')]).toEqual([9000, 0n]);
    expect(await readLeftLately(world.db, world.now)).toEqual([before, 0n]);
    expect((await refuse()).err).toBe(`Withdrawal ${Id} is not awaiting approval: it was already refused.\n`);
    expect((await unfreeze(ana)).out).toContain('0 withdrawals that were held back are on their way');
    expect((await world.transfers(ana))[0]).toMatchObject({
      Status: 'canceled',
      Notes: 'Nossa equipe não aprovou este saque: \u2068a third party’s account\u2069. O valor voltou ao seu saldo.',
    });
  },
);

test('[L3] [F6] of a refusal and the end of the freeze at the same time, over several rounds, one has the withdrawal', async () => {
  for (let round = 0; round < 8; round += 1) {
    const ana = await world.saver('100.00');
    const { Id } = await world.withdraw(ana, { amount: 100 });
    await freeze(ana);
    const [refused, ended] = await Promise.all([
      lastroOf(world)('withdrawals refuse', Id, '--reason', 'no'),
      unfreeze(ana),
    ]);
    const isReturned = refused.exit === 0;
    expect(ended.out).toContain(`${isReturned ? 0 : 1} withdrawals that were held back are on their way`);
    expect([await ana.balance(), await readBalance(world.db, ana.id, 'held')]).toEqual(
      isReturned ? [100, 0n] : [0, 100_000_000n],
    );
  }
}, 60_000);

test('[L3] a freeze applies to calls already in flight: nothing moves after it is confirmed, over many rounds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ana = await world.saver('1000.00');
    let isFrozen = false;
    let moved = 0;
    const calls = Array.from({ length: 30 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 4));
      const input = { amount: 10, user: ana.id, currency: 'usdt' };
      const begun = isFrozen;
      const answer = at % 2 === 0 ? await ana.post('/api/withdraw', input) : await stake(ana);
      expect([201, 403]).toContain(answer.statusCode);
      if (answer.statusCode === 201) moved += 1;
      expect(begun && answer.statusCode === 201).toBe(false);
    });
    const freezing = freeze(ana).then(async ({ exit }) => {
      expect(exit).toBe(0);
      isFrozen = true;
      return ana.balance();
    });
    const [left] = await Promise.all([freezing, ...calls]);
    // Calls answered after the freeze had committed before it: the balance is still what the freeze left.
    expect(await ana.balance()).toBe(left);
    expect(left).toBe(1000 - 10 * moved);
  }
}, 120_000);

test('[L3] [R2] an operator ends all of a customer’s sessions, and nobody else’s', async () => {
  const [ana, bia] = [await world.saver('1.00'), await world.saver('1.00')];
  const { exit, out } = await lastroOf(world)('customer end-sessions', ana.email, '--reason', 'stolen phone');
  expect([exit, out]).toEqual([0, `1 sessions of ${ana.email} have ended.\n`]);
  expect([(await ana.get('/api/user')).statusCode, (await bia.get('/api/user')).statusCode]).toEqual([401, 200]);
  expect(await lastAction(world)).toMatchObject({
    action: 'customer end-sessions',
    details: { customer: ana.id, sessions: '1', reason: 'stolen phone' },
  });
});

test.each(['customer freeze', 'customer unfreeze'])(
  '[L3] "%s" needs a reason and a known customer',
  async (command) => {
    const ana = await world.saver('1.00');
    const lastro = lastroOf(world);
    expect((await lastro(command, ana.email)).err).toBe('Missing: --reason.\n');
    for (const reason of ['', '  ', 'x'.repeat(201)]) {
      expect((await lastro(command, ana.email, '--reason', reason)).exit).toBe(2);
    }
    expect((await lastro(command, 'nobody@example.com', '--reason', 'x')).exit).toBe(1);
    expect((await lastro('customer end-sessions', 'nobody@example.com', '--reason', 'x')).exit).toBe(1);
    expect(await frozenOf(ana)).toBeNull();
  },
);
