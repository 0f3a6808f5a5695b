import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { refuseWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { bonusCapDay, bonusCapMonth, bonusPercent } from './network-settings.ts';
import { lineage } from './testing/lineage.ts';
import { carry, report, stake } from './testing/report.ts';

let world: CopytradeWorld;

beforeAll(async () => void (world = await openCopytradeWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

/** Ana and Bia, whom she referred and who brings this much. */
async function pair(balance: string): Promise<[TestInvestor, TestInvestor]> {
  const ana = await world.investor();
  return [ana, await world.investor({ name: 'Bia Reis', broughtBy: ana, balance, isEmailConfirmed: true })];
}

async function copy(investor: TestInvestor, amount: number): Promise<void> {
  const answer = await investor.post('/api/copytrade', { amount });
  expect(answer.statusCode).toBe(201);
}

async function takeOut(investor: TestInvestor, amount: number): Promise<void> {
  const answer = await investor.post('/api/withdraw', { amount, user: investor.id, currency: 'usdt' });
  expect(answer.statusCode).toBe(201);
}

async function end(days = 30): Promise<void> {
  world.forward(days);
  await world.settle();
}

const bonusesOf = async (ana: TestInvestor): Promise<[number, number, string][]> =>
  (await report(world, ana, 2)).map(({ Total, Value, Notes }) => [Total, Value, Notes]);

const waiting = 'Level 1 · pending: due when the position ends';
const gone = 'Level 1 · void: the position was cancelled';

describe('the bonus', () => {
  test('[W2] the referrer gets five per cent of the new capital that a member invests, once the position has ended', async () => {
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia Reis'], '300')) as [
      TestInvestor,
      TestInvestor,
      TestInvestor,
    ];
    const id = await stake(bia, 300);
    const row = {
      Id: expect.any(String),
      Date: world.now.toISOString(),
      Description: 'Stake opened by a direct member',
      Source: 'Bia Reis',
      Reference: id,
      Total: 300,
      Percentage: 5,
      Value: 15,
    };
    expect(await report(world, ana, 2)).toEqual([{ ...row, Paid: false, Notes: waiting }]);
    expect([await top.balance(), await ana.balance(), await bia.balance()]).toEqual([300, 300, 0]);
    expect((await ana.get('/api/homereport')).json()).toMatchObject({ TotalEarnings: 0, TotalEarned: 0 });
    await end();
    expect(await report(world, ana, 2)).toEqual([{ ...row, Paid: true, Notes: 'Level 1' }]);
    expect([await ana.balance(), await report(world, top, 2)]).toEqual([315.9, []]);
    const lines = (await ana.get('/api/statement', { 'accept-language': 'en' })).json<object[]>();
    expect(lines).toContainEqual(expect.objectContaining({ Description: 'Network bonus', Amount: 15 }));
  });

  test('[W2] a refused opening earns nothing, and one retried with its key earns once', async () => {
    const [ana, bia] = await pair('100');
    expect((await bia.post('/api/stake', { amount: 300, time_stake: 30 })).statusCode).toBe(422);
    const headers = { 'idempotency-key': 'once' };
    await Promise.all(Array.from({ length: 20 }, () => stake(bia, 100, headers)));
    expect(await bonusesOf(ana)).toEqual([[100, 5, waiting]]);
  });

  test('[W2] the operator sets the percentage, and bonuses computed before stay the same', async () => {
    const [ana, bia] = await pair('200');
    await stake(bia, 100);
    await carry(world);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 7.5, { startsAt: world.now }));
    await stake(bia, 100);
    await carry(world);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5, { startsAt: world.now }));
    await end();
    expect((await bonusesOf(ana)).map(([, value]) => value).toSorted((a, b) => a - b)).toEqual([5, 7.5]);
    expect(await ana.balance()).toBe(5 + 7.5 + 0.6);
  });

  test('[W2] a bonus has the percentage of the instant at which its capital was invested, however late it is computed', async () => {
    const [ana, bia] = await pair('200');
    await stake(bia, 50);
    world.forward(1);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 2, { startsAt: world.now }));
    await stake(bia, 100);
    // Both are computed only now.
    expect((await bonusesOf(ana)).toSorted(([one], [other]) => one - other)).toEqual([
      [50, 2.5, waiting],
      [100, 2, waiting],
    ]);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5, { startsAt: world.now }));
  });

  test('[W2] a bonus of zero per cent pays nobody, and later capital still counts as new', async () => {
    const [ana, bia] = await pair('100');
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 0, { startsAt: world.now }));
    await stake(bia, 50);
    await carry(world);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5, { startsAt: world.now }));
    await stake(bia, 50);
    expect(await bonusesOf(ana)).toEqual([[50, 2.5, waiting]]);
  });
});

describe('new capital', () => {
  test('[W2] counts once when reinvested: three copies of 10,000 pay 500, not 1,500', async () => {
    const [ana, bia] = await pair('10000');
    for (let turn = 0; turn < 3; turn += 1) {
      await copy(bia, 10_000);
      await end();
    }
    expect(await bonusesOf(ana)).toEqual([[10_000, 500, 'Level 1']]);
    expect(await ana.balance()).toBe(500);
  });

  test('[W2] excludes what was earned inside, in whichever product it is invested', async () => {
    const [ana, bia] = await pair('400');
    await bia.post('/api/stake', { amount: 300, time_stake: 365 });
    await end(365);
    await bia.post('/api/vault/subscribe', { terms: true });
    await bia.post('/api/bot/subscribe', {});
    await bia.post('/api/bot/deposit', { amount: 250 });
    expect(await bonusesOf(ana)).toEqual([[300, 15, 'Level 1']]);
    // A hundred of what she brought has never been invested: sixty counts for the stake, the rest for the bot, nothing for the vault and
    // the copy.
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5, { startsAt: world.now }));
    expect((await bia.post('/api/stake', { amount: 60, time_stake: 30 })).statusCode).toBe(201);
    expect((await bia.post('/api/bot/invest', { amount: 100 })).statusCode).toBe(201);
    expect((await bia.post('/api/vault/deposit', { amount: 100 })).statusCode).toBe(201);
    await copy(bia, 100);
    expect(await bonusesOf(ana)).toEqual(
      expect.arrayContaining([
        [60, 3, waiting],
        [40, 2, `${waiting} · new capital: $40.00 of $100.00`],
      ]),
    );
    expect(await bonusesOf(ana)).toHaveLength(3);
  });

  test('[W2] excludes money taken out, or on its way out, and brought back; only more than ever before counts', async () => {
    const [ana, bia] = await pair('300');
    await stake(bia, 300);
    await end();
    await takeOut(bia, 330);
    await world.bring(bia, '300');
    await stake(bia, 300);
    expect(await bonusesOf(ana)).toEqual([[300, 15, 'Level 1']]);
    // She took out 330 and has brought 600 in all; this deposit makes her own money 400.
    await world.bring(bia, '130');
    await stake(bia, 100);
    expect((await bonusesOf(ana)).map(([total]) => total).toSorted((a, b) => a - b)).toEqual([100, 300]);
  });

  test('[W2] still includes what was brought and not yet invested after a profit is taken out', async () => {
    const [ana, bia] = await pair('1000');
    await stake(bia, 300);
    await end();
    await takeOut(bia, 30);
    await bia.post('/api/stake', { amount: 700, time_stake: 180 });
    expect((await bonusesOf(ana)).map(([total]) => total)).toEqual([700, 300]);
  });

  test('[W2] excludes a deposit taken out immediately, even when profits are invested instead', async () => {
    const [ana, bia] = await pair('300');
    await bia.post('/api/stake', { amount: 300, time_stake: 365 });
    await end(365);
    await world.bring(bia, '5000');
    await takeOut(bia, 5_000);
    await takeOut(bia, 300);
    await bia.post('/api/stake', { amount: 900, time_stake: 180 });
    expect((await bonusesOf(ana)).map(([total]) => total)).toEqual([300]);
  });

  test('[W2] counts a refused withdrawal as if it had never been requested', async () => {
    const [ana, bia] = await pair('9000');
    await stake(bia, 300);
    await takeOut(bia, 8_700);
    const [asked] = (await bia.get('/report/5')).json<{ Id: string }[]>();
    const withdrawal = asked?.Id ?? '';
    await transaction(world.db, async (tx) => {
      await refuseWithdrawal(tx, withdrawal, 'for a test', subscribers);
      await recordAction(tx, { operator: 'tests', action: 'withdrawals refuse', details: { withdrawal } });
    });
    await copy(bia, 5_000);
    expect((await bonusesOf(ana)).map(([total]) => total).toSorted((a, b) => a - b)).toEqual([300, 5_000]);
  });

  test('[W2] counts the same money once within one tree, whichever member brings it', async () => {
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia'])) as [TestInvestor, TestInvestor, TestInvestor];
    const caio = await world.investor({ broughtBy: top, isEmailConfirmed: true });
    await world.bring(caio, '5000');
    await copy(caio, 5_000);
    await end();
    await takeOut(caio, 5_000);
    for (const who of [ana, bia]) {
      await world.bring(who, '5000');
      await copy(who, 5_000);
    }
    // Ana's 5,000 count as Caio's; with Bia's the tree has more at one time than ever before.
    expect((await bonusesOf(top)).map(([total]) => total)).toEqual([5_000]);
    expect((await bonusesOf(ana)).map(([total]) => total)).toEqual([5_000]);
  });

  test('[W2] is not used twice by positions that are opened concurrently', async () => {
    const [ana, bia] = await pair('100');
    await bia.post('/api/stake', { amount: 100, time_stake: 180 });
    await end(180);
    await world.bring(bia, '100');
    await Promise.all(Array.from({ length: 12 }, () => stake(bia, 20)));
    const bonuses = await bonusesOf(ana);
    expect(bonuses.slice(0, -1).reduce((total, [base]) => total + base, 0)).toBe(100);
  });
});

describe('a cancelled position', () => {
  test('[W2] [S7] earns nobody a bonus, but its capital may earn one later', async () => {
    const [ana, bia] = await pair('200');
    const id = await stake(bia, 100);
    expect((await bia.post(`/api/stake/${id}`)).statusCode).toBe(200);
    expect(await bonusesOf(ana)).toEqual([[100, 0, gone]]);
    await stake(bia, 100);
    await stake(bia, 60);
    await end();
    expect(await bonusesOf(ana)).toEqual(
      expect.arrayContaining([
        [100, 0, gone],
        [100, 5, 'Level 1'],
        [60, 3, 'Level 1'],
      ]),
    );
    expect(await ana.balance()).toBe(5 + 3 + 0.48);
  });
});

describe('the cap on a customer’s bonuses', () => {
  const setCaps = (day: number, month: number): Promise<void> =>
    transaction(world.db, async (tx) => {
      expect(await writeSetting(tx, bonusCapDay, day, { startsAt: world.now })).toBe(true);
      expect(await writeSetting(tx, bonusCapMonth, month, { startsAt: world.now })).toBe(true);
    });

  test('[W2] covers any 24 hours and any 30 days, whoever brings it, and the row shows what is cut', async () => {
    await setCaps(12, 20);
    const ana = await world.investor();
    const [bia, caio] = [
      await world.investor({ broughtBy: ana, balance: '1000' }),
      await world.investor({ broughtBy: ana, balance: '1000' }),
    ];
    await stake(bia, 100);
    await stake(caio, 300);
    await stake(caio, 10);
    world.forward(1);
    await stake(bia, 300);
    world.forward(30);
    await stake(bia, 100);
    await world.settle();
    await setCaps(2_500, 10_000);
    expect(await bonusesOf(ana)).toEqual(
      expect.arrayContaining([
        [100, 5, 'Level 1'],
        [300, 7, 'Level 1 · cut by the bonus limit: $8.00'],
        [10, 0, 'Level 1 · cut by the bonus limit: $0.50'],
        [300, 8, 'Level 1 · cut by the bonus limit: $7.00'],
        [100, 5, waiting],
      ]),
    );
    for (const { Id, Value } of await report(world, ana, 2)) {
      expect((await ana.get(`/api/explanations/${ana.id}/award/${Id}`)).json()).toMatchObject({ Value });
    }
  });

  test('[L16] [W2] is the one of when a member invested, whatever it is when the bonus is reckoned', async () => {
    const [ana, bia] = await pair('1000');
    await setCaps(7, 1_000);
    await stake(bia, 300);
    world.forward(1);
    await setCaps(2_500, 10_000);
    await stake(bia, 300);
    expect((await bonusesOf(ana)).map(([, value]) => value).toSorted((one, other) => one - other)).toEqual([7, 15]);
  });

  test('[W2] holds for members who open positions concurrently', async () => {
    await setCaps(20, 1_000);
    const ana = await world.investor();
    const members = [];
    for (let n = 0; n < 10; n += 1) members.push(await world.investor({ broughtBy: ana, balance: '100' }));
    await Promise.all(members.map((member) => stake(member, 100)));
    await Promise.all([carry(world), carry(world)]);
    world.forward(1);
    await setCaps(2_500, 10_000);
    const values = (await bonusesOf(ana)).map(([, value]) => value);
    expect([values.length, values.reduce((total, value) => total + value, 0)]).toEqual([10, 20]);
  });
});
