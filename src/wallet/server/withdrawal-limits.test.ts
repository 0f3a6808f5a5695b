import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { dayMs } from '#platform/clock.ts';
import { usd, zero } from '#money/money.ts';
import { moveBusinessClock, readBusinessClock } from '#database/server/business-clock.ts';
import { type Setting, writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Transfer, WithdrawalTerms } from '../contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { approveWithdrawal } from './decide-withdrawal.ts';
import { purgeOldCounts, readLeftLately, sendCount, sendUncount } from './withdrawal-counters.ts';
import { brlLimitHour, houseWithdrawalLimitUsd, withdrawalLimitUsd } from './wallet-settings.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
  // Operators decide by the database's clock, which is moved to the world's when they do.
  world.now = new Date((Math.floor(Date.now() / dayMs) + 1.5) * dayMs);
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await set(houseWithdrawalLimitUsd, 50_000);
  await set(withdrawalLimitUsd, 5000);
  // Gives the next test its own day.
  world.forward(2);
});
afterAll(() => world.close());

function set(setting: Setting, value: number): Promise<void> {
  return transaction(world.db, async (tx) => void (await writeSetting(tx, setting, value)));
}

/** Why each waits; null for those that leave automatically. */
async function waitsOf(...made: Transfer[]): Promise<(string | null)[]> {
  const rows = await world.db.query<{ id: string; waits_because: string | null; state: string; due: boolean }>(
    'SELECT id, waits_because, state, due_at IS NOT NULL AS due FROM broker_transfers WHERE id = ANY($1)',
    [made.map(({ Id }) => Id)],
  );
  for (const row of rows) {
    const waits = row.waits_because !== null;
    expect([row.state, row.due]).toEqual(waits ? ['awaiting_approval', false] : ['held', true]);
  }
  return made.map(({ Id }) => rows.find(({ id }) => id === Id)?.waits_because ?? null);
}

async function termsOf(who: TestInvestor): Promise<WithdrawalTerms> {
  return (await who.get('/api/withdraw/terms')).json<WithdrawalTerms>();
}

async function manyAtOnce(count: number, who: (at: number) => TestInvestor, amount: number): Promise<Transfer[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => {
      const asking = who(at);
      return asking.post('/api/withdraw', { amount, user: asking.id, currency: 'usdt' });
    }),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  return answers.map((answer) => answer.json<Transfer>());
}

test('[F6] of six withdrawals of 5,000 in a row the first leaves, and the others wait for an operator and say so', async () => {
  const ana = await world.saver('40000.00');
  const made: Transfer[] = [];
  for (let at = 0; at < 6; at += 1) made.push(await world.withdraw(ana, { amount: 5000 }));
  expect(await waitsOf(...made)).toEqual([null, ...Array.from({ length: 5 }, () => 'over_limit')]);
  expect(made.map(({ Status }) => Status)).toEqual(made.map(() => 'in_progress'));
  expect(made[1]?.Notes).toBe(
    'Acima do limite automático de 24 horas: aguarda a aprovação da nossa equipe. O valor está reservado.',
  );
  expect(await ana.balance()).toBe(10_000);
});

test('[F6] the last 24 hours count, whatever became of the withdrawals', async () => {
  const ana = await world.saver('40000.00');
  const first = await world.withdraw(ana, { amount: 3000 });
  expect(await termsOf(ana)).toEqual({ Limit: 5000, Left: 2000, UsdtFee: 2, Waits: [] });
  await askEarlier(ana, first, 23 * 3_600_000);
  const over = await world.withdraw(ana, { amount: 2000.01 });
  expect(await waitsOf(over)).toEqual(['over_limit']);
  expect((await termsOf(ana)).Left).toBe(0);
  await world.db.query(`UPDATE broker_transfers SET state = 'refused' WHERE id = $1`, [first.Id]);
  expect((await termsOf(ana)).Left).toBe(0);
  await world.db.query(`UPDATE broker_transfers SET state = 'held' WHERE id = $1`, [first.Id]);
  world.forward(1);
  expect((await termsOf(ana)).Left).toBe(5000);
  expect(await waitsOf(await world.withdraw(ana, { amount: 5000 }))).toEqual([null]);
});

/** Moves a withdrawal of this test's customer, and its count, back in time by this much. */
async function askEarlier(who: TestInvestor, { Id, Amount, Date: at }: Transfer, byMs: number): Promise<void> {
  const counted = { customerId: who.id, amount: usd(Amount.toFixed(2)), currency: 'usdt', net: zero } as const;
  const [before, now] = [new Date(Date.parse(at) - byMs), new Date(at)];
  await transaction(world.db, async (tx) => {
    sendUncount(tx, { ...counted, countedAt: now });
    sendCount(tx, { ...counted, countedAt: before });
    tx.send('UPDATE broker_transfers SET created_at = $2 WHERE id = $1', [Id, before]);
  });
}

test('[F6] two hundred concurrent ones of 100 by one customer: exactly fifty leave', async () => {
  const ana = await world.saver('20000.00');
  const waits = await waitsOf(...(await manyAtOnce(200, () => ana, 100)));
  expect(waits.filter((why) => why === null)).toHaveLength(50);
  expect(waits.filter((why) => why === 'over_limit')).toHaveLength(150);
}, 120_000);

test.each([
  ['far from it and then near it', 40],
  ['all of them too large a part of it', 3],
])(
  '[F6] two hundred concurrent customers: exactly the house’s limit leaves: %s',
  async (_how, each) => {
    const savers = await Promise.all(Array.from({ length: 200 }, () => world.saver('40.00')));
    const limit = each === 40 ? 4000 : 60;
    await set(houseWithdrawalLimitUsd, limit);
    const made = await manyAtOnce(200, (at) => savers[at] as TestInvestor, each);
    await sendAll();
    expect(await waitsAfterSending(...made)).toEqual({ left: limit / each, house_limit: 200 - limit / each });
  },
  120_000,
);

test('[F6] two hundred concurrent customers while workers send: never more than the house’s limit leaves', async () => {
  const savers = await Promise.all(Array.from({ length: 200 }, () => world.saver('40.00')));
  await set(houseWithdrawalLimitUsd, 1000);
  const workers = [world.startWorker(), world.startWorker(), world.startWorker()];
  const made = await manyAtOnce(200, (at) => savers[at] as TestInvestor, 40);
  await Promise.all(workers.map((worker) => worker.stop()));
  await sendAll();
  const { left = 0, house_limit: waiting = 0 } = await waitsAfterSending(...made);
  expect(left).toBeLessThanOrEqual(1000 / 40);
  expect(left + waiting).toBe(200);
}, 120_000);

test('[F6] of withdrawals that passed concurrently the later ones wait after all, say so, and no longer count', async () => {
  const savers = await Promise.all(Array.from({ length: 5 }, () => world.saver('100.00')));
  const made: Transfer[] = [];
  for (const saver of savers) {
    made.push(await world.withdraw(saver, { amount: 100 }));
    world.now = new Date(world.now.getTime() + 1000);
  }
  expect(await waitsOf(...made)).toEqual([null, null, null, null, null]);
  await set(houseWithdrawalLimitUsd, 250);
  await sendAll();
  expect(await waitsAfterSending(...made)).toEqual({ left: 2, house_limit: 3 });
  const [first, , third] = savers;
  expect((await world.transfers(first as TestInvestor))[0]).toMatchObject({ Status: 'complete', Reviewed: false });
  expect((await world.transfers(third as TestInvestor))[0]).toMatchObject({
    Status: 'in_progress',
    Reviewed: true,
    Notes: expect.stringMatching(/^Muitos saques nas últimas 24 horas/),
  });
  // 50 fit within the limit again.
  expect(await waitsOf(await world.withdraw(await world.saver('50.00'), { amount: 50 }))).toEqual([null]);
});

test('[F6] a withdrawal approved by an operator counts from then on, and leaves even beyond the house’s limit', async () => {
  const [ana, bia] = [await world.saver('100.00'), await world.saver('100.00')];
  await set(houseWithdrawalLimitUsd, 50);
  const waiting = await world.withdraw(ana, { amount: 100 });
  expect(await waitsOf(waiting)).toEqual(['house_limit']);
  await approve(waiting);
  await sendAll();
  expect((await world.transfers(ana))[0]).toMatchObject({ Status: 'complete', Reviewed: true });
  expect(await waitsOf(await world.withdraw(bia, { amount: 10 }))).toEqual(['house_limit']);
});

test.each(['usdt', 'brl'] as const)(
  '[F6] a withdrawal approved days later counts when it leaves, and no more on the day of its request: %s',
  async (currency) => {
    const [ana, bia] = [await world.saver('200.00'), await world.saver('100.00')];
    if (currency === 'brl') await acceptRate();
    await set(currency === 'brl' ? brlLimitHour : houseWithdrawalLimitUsd, 100);
    const waiting = await world.withdraw(ana, { amount: 200, currency });
    expect(await waitsOf(waiting)).toEqual(['house_limit']);
    world.forward(3);
    await approve(waiting);
    const [usd, brl] = await readLeftLately(world.db, world.now);
    expect([usd, brl > 0n]).toEqual([200_000_000n, currency === 'brl']);
    expect(await waitsOf(await world.withdraw(bia, { amount: 10, currency }))).toEqual(['house_limit']);
    const [atRequest] = await world.db.query<{ amount: bigint }>(
      `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM withdrawal_hours WHERE hour = date_bin('1 hour', $1::timestamptz, timestamptz 'epoch')`,
      [waiting.Date],
    );
    expect(atRequest?.amount).toBe(0n);
    await set(brlLimitHour, 150_000);
  },
);

/** As an operator does, at the world's time. */
async function approve({ Id }: Transfer): Promise<void> {
  await transaction(world.db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    await moveBusinessClock(tx, Math.max(world.now.getTime() - now.getTime(), 0));
  });
  await transaction(world.db, async (tx) => {
    expect(await approveWithdrawal(tx, Id)).not.toBeNull();
    tx.send(
      `SELECT record_action('operator-of-tests', NULL, NULL, NULL, 'withdrawals approve',
         jsonb_build_object('withdrawal', $1::text), NULL, NULL)`,
      [Id],
    );
  });
}

async function acceptRate(): Promise<void> {
  await world.db.query(
    `INSERT INTO accepted_rates (high, low, quoted_at) VALUES (5460000, 5420000, now() + interval '1 minute')`,
  );
}

/** Sends whatever may be sent; the rest waits. */
async function sendAll(): Promise<void> {
  const worker = world.startWorker();
  await vi.waitFor(
    async () => expect(await world.db.query('SELECT FROM broker_transfers WHERE due_at IS NOT NULL')).toEqual([]),
    { timeout: 60_000, interval: 100 },
  );
  await worker.stop();
}

/** How many have left, and how many wait, by reason. */
async function waitsAfterSending(...made: Transfer[]): Promise<Record<string, number>> {
  const rows = await world.db.query<{ ended: string; count: number }>(
    `SELECT CASE state WHEN 'settled' THEN 'left' WHEN 'awaiting_approval' THEN waits_because ELSE state END AS ended,
       count(*)::integer AS count FROM broker_transfers WHERE id = ANY ($1) GROUP BY 1`,
    [made.map(({ Id }) => Id)],
  );
  return Object.fromEntries(rows.map(({ ended, count }) => [ended, count]));
}

test('[F6] a request above the house’s limit keeps nobody else waiting', async () => {
  const [ana, bia] = [await world.saver('9000.00'), await world.saver('100.00')];
  await set(houseWithdrawalLimitUsd, 4000);
  const large = await world.withdraw(ana, { amount: 4500 });
  expect(await waitsOf(large, await world.withdraw(bia, { amount: 100 }))).toEqual(['house_limit', null]);
  expect(large.Notes).toMatch(/^Muitos saques nas últimas 24 horas/);
});

test('[L2] no more reais leave in an hour than the operator allows; USDT does not wait', async () => {
  const ana = await world.saver('1000.00');
  await acceptRate();
  await set(brlLimitHour, 1000);
  const reais = () => world.withdraw(ana, { amount: 100, currency: 'brl' });
  expect(await waitsOf(await reais(), await reais(), await world.withdraw(ana))).toEqual([null, 'house_limit', null]);
  // An hour, plus the rest of the five-minute slot in which they left.
  world.now = new Date(world.now.getTime() + 66 * 60_000);
  expect(await waitsOf(await reais())).toEqual([null]);
  await set(brlLimitHour, 150_000);
});

test('[F6] purges old counts and keeps those still needed', async () => {
  const ana = await world.saver('100.00');
  const { Date: at } = await world.withdraw(ana, { amount: 50 });
  const insert = `INSERT INTO withdrawal_hours (hour, cell, amount)
    VALUES (date_bin('1 hour', $1::timestamptz - $2::interval, timestamptz 'epoch'), $3, 7)`;
  const old: [string, number][] = [
    ['5 days', 3],
    ['400 days', 3],
    ['5 days', 250],
  ];
  for (const [ago, cell] of old) await world.db.query(insert, [at, ago, cell]);
  await purgeOldCounts(world.db);
  const kept = await world.db.query<{ hour: Date; amount: bigint }>(
    'SELECT hour, amount FROM withdrawal_hours WHERE amount > 0 ORDER BY hour',
  );
  expect(kept.filter(({ amount }) => amount === 7n)).toEqual([]);
  expect(kept.at(-1)).toEqual({ hour: new Date(`${at.slice(0, 13)}:00:00Z`), amount: 50_000_000n });
});

test('[F6] a changed limit applies to new withdrawals only', async () => {
  const bia = await world.saver('200.00');
  const before = await world.withdraw(bia, { amount: 60 });
  await set(withdrawalLimitUsd, 100);
  expect(await waitsOf(before, await world.withdraw(bia, { amount: 60 }))).toEqual([null, 'over_limit']);
});
