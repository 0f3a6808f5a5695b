import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#app/server/testing/world.ts';
import { readTreasury } from '#ledger/server/account-store.ts';
import { post } from '#ledger/server/post.ts';
import { fromJsonNumber, percentFromJsonNumber, percentOf, roundDown, sum, usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { writeSetting } from '#platform/server/settings.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { Award } from '../contract.ts';
import { networkHappenings } from './network-happenings.ts';
import { bonusPercent, residualPercents } from './network-settings.ts';
import { lineage } from './testing/lineage.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function stake(investor: TestInvestor, amount: number, headers?: Record<string, string>): Promise<string> {
  const answer = await investor.post('/api/stake', { amount, time_stake: 30 }, headers);
  expect(answer.statusCode).toBe(201);
  return answer.json<{ Id: string }>().Id;
}

async function report(investor: TestInvestor, type: 2 | 4): Promise<Award[]> {
  const answer = await investor.get(`/report/${type}`, { 'accept-language': 'en' });
  expect(answer.statusCode).toBe(200);
  return answer.json<Award[]>();
}

describe('the bonus', () => {
  test('[W2] whoever brought a member has five per cent of what they invest, at once and alone', async () => {
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia Reis'], '300')) as [
      TestInvestor,
      TestInvestor,
      TestInvestor,
    ];
    const id = await stake(bia, 300);
    expect([await top.balance(), await ana.balance(), await bia.balance()]).toEqual([300, 315, 0]);
    expect(await report(ana, 2)).toEqual([
      {
        Id: expect.any(String),
        Date: world.now.toISOString(),
        Description: 'Stake opened by a direct member',
        Source: 'Bia Reis',
        Reference: id,
        Total: 300,
        Percentage: 5,
        Value: 15,
        Notes: 'Level 1',
      },
    ]);
    expect(await report(top, 2)).toEqual([]);
    const [line] = (await ana.get('/api/statement', { 'accept-language': 'en' })).json();
    expect(line).toMatchObject({ Description: 'Network bonus', Amount: 15, Balance: 315 });
  });

  test('[W2] a refused opening awards nothing, and one replayed by its key awards once', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    expect((await bia.post('/api/stake', { amount: 300, time_stake: 30 })).statusCode).toBe(422);
    expect(await ana.balance()).toBe(100);
    const headers = { 'idempotency-key': 'once' };
    await Promise.all(Array.from({ length: 20 }, () => stake(bia, 100, headers)));
    expect(await ana.balance()).toBe(105);
    expect(await report(ana, 2)).toHaveLength(1);
  });

  test('[W2] the operator sets the percentage; what was earned before stays', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '200')) as [TestInvestor, TestInvestor];
    await stake(bia, 100);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 7.5));
    await stake(bia, 100);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5));
    expect((await report(ana, 2)).map((award) => [award.Percentage, award.Value])).toEqual(
      expect.arrayContaining([
        [7.5, 7.5],
        [5, 5],
      ]),
    );
    expect(await ana.balance()).toBe(212.5);
  });
});

describe('what counts as newly invested', () => {
  test('[W2] every position that is opened, also of money that came back; leaving one early takes no bonus back', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    await bia.post(`/api/stake/${await stake(bia, 100)}`);
    await stake(bia, 60);
    world.forward(30);
    await world.settle();
    await stake(bia, 60);
    const [residuals, bonuses] = [await report(ana, 4), await report(ana, 2)];
    expect(bonuses.map(({ Total, Value }) => [Total, Value])).toEqual([[60, 3], expect.anything(), expect.anything()]);
    expect(bonuses.map(({ Value }) => Value).toSorted((a, b) => a - b)).toEqual([3, 3, 5]);
    expect(residuals.map(({ Total, Value }) => [Total, Value])).toEqual([[6, 0.18]]);
    expect(await ana.balance()).toBe(100 + 5 + 3 + 3 + 0.18);
  });

  test('[W2] [Z4] what the bot invests, not its fee and not what moves between its wallet and the balance', async () => {
    const ana = await world.investor();
    const bia = await world.investor({ balance: '500', broughtBy: ana });
    await bia.post('/api/bot/subscribe', {});
    await bia.post('/api/bot/deposit', { amount: 250 });
    await bia.post('/api/bot/withdraw', { amount: 50 });
    expect(await ana.balance()).toBe(0);
    await bia.post('/api/bot/invest', { amount: 100 });
    expect((await report(ana, 2)).map(({ Total, Value }) => [Total, Value])).toEqual([[100, 5]]);
  });
});

describe('the residual', () => {
  test('[W2] the profit paid to a member pays 3, 2 and 1 per cent to the three levels above', async () => {
    const line = await lineage(world, ['Root', 'Ana', 'Bia', 'Caio', 'Davi'], '300');
    const davi = line[4] as TestInvestor;
    const id = await stake(davi, 300);
    world.forward(30);
    await world.settle();
    // Davi's profit of 30; Caio has the bonus of 15 too.
    expect(await Promise.all(line.map((investor) => investor.balance()))).toEqual([300, 300.3, 300.6, 315.9, 330]);
    const [award] = await report(line[2] as TestInvestor, 4);
    expect(award).toMatchObject({
      Description: 'Stake profit of a network member',
      Source: 'Davi',
      Reference: id,
      Total: 30,
      Percentage: 2,
      Value: 0.6,
      Notes: 'Level 2',
    });
    const home = (await (line[3] as TestInvestor).get('/api/homereport')).json();
    expect(home).toMatchObject({ TotalEarnings: 15.9, TotalEarned: 15.9 });
  });

  test('[W2] two referees earning 10 and 5 make residuals of exactly their own shares', async () => {
    const ana = await world.investor();
    const [bia, caio] = [
      await world.investor({ balance: '100', broughtBy: ana }),
      await world.investor({ balance: '50', broughtBy: ana }),
    ];
    await stake(bia, 100);
    await stake(caio, 50);
    world.forward(30);
    await world.settle();
    await world.settle();
    const rows = await report(ana, 4);
    expect(rows.map((row) => [row.Total, row.Value])).toEqual(
      expect.arrayContaining([
        [10, 0.3],
        [5, 0.15],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(await ana.balance()).toBe(7.5 + 0.45);
  });

  test('[W2] an early cancellation pays no profit, so nobody earns a residual', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    const id = await stake(bia, 100);
    world.forward(10);
    await bia.post(`/api/stake/${id}`);
    world.forward(30);
    await world.settle();
    expect(await report(ana, 4)).toEqual([]);
  });

  test('[W2] a percentage of zero is a level that earns nothing', async () => {
    await transaction(world.db, (tx) => writeSetting(tx, residualPercents, [0, 2, 1]));
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia'], '100')) as [
      TestInvestor,
      TestInvestor,
      TestInvestor,
    ];
    await stake(bia, 100);
    world.forward(30);
    await world.settle();
    await transaction(world.db, (tx) => writeSetting(tx, residualPercents, [3, 2, 1]));
    expect([await report(ana, 4), (await report(top, 4)).map((row) => row.Value)]).toEqual([[], [0.2]]);
  });

  test('[W2] the same cause told twice pays once', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    const id = await stake(bia, 100);
    const invested = { customerId: bia.id, product: 'stakes', reference: id, amount: usd('100'), at: world.now };
    await Promise.all(
      Array.from({ length: 10 }, () => transaction(world.db, (tx) => networkHappenings.onInvested(tx, invested))),
    );
    expect(await ana.balance()).toBe(105);
  });
});

test('[W2] all that is awarded, odd percentages of odd profits included, is what the treasury paid, to the micro-dollar', async () => {
  // Nobody else is still to be paid.
  world.forward(60);
  await world.settle();
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, bonusPercent, 3.33);
    await writeSetting(tx, residualPercents, [2.57, 1.31, 0.77]);
  });
  const line = await lineage(world, ['Top', 'Ana', 'Bia', 'Caio', 'Davi'], '1000');
  const before = await readTreasury(world.db);
  const [people, profits] = [line.slice(1), [70, 30, 90, 10]];
  for (const [at, investor] of people.entries()) await stake(investor, profits[at] as number);
  world.forward(30);
  await world.settle();
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, bonusPercent, 5);
    await writeSetting(tx, residualPercents, [3, 2, 1]);
  });
  const awards = (await Promise.all(line.flatMap((who) => [report(who, 2), report(who, 4)]))).flat();
  // One bonus each; of Ana one residual, of Bia two, of the others three.
  expect(awards).toHaveLength(4 + 1 + 2 + 3 + 3);
  const paid = sum(awards.map(({ Value }) => fromJsonNumber(Value)));
  for (const { Total, Percentage, Value } of awards) {
    expect(fromJsonNumber(Value)).toBe(percentOf(fromJsonNumber(Total), percentFromJsonNumber(Percentage), roundDown));
  }
  // The stakes themselves promised and paid ten per cent.
  expect(before - (await readTreasury(world.db))).toBe(paid + usd('20'));
});

describe('a treasury that cannot pay', () => {
  test('[W2] holds up neither an opening nor a maturity: what is owed is shown, and paid when there is capacity', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    const left = await readTreasury(world.db);
    await empty(left - usd('10'));
    await stake(bia, 100);
    expect(await ana.balance()).toBe(100);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 50));
    expect(await report(ana, 2)).toMatchObject([
      { Value: 5, Notes: 'Level 1 · owed: credited as soon as there is capacity' },
    ]);
    expect((await ana.get('/api/homereport')).json()).toMatchObject({ TotalEarnings: 5, TotalEarned: 0 });
    world.forward(30);
    await world.settle();
    expect([await ana.balance(), await bia.balance()]).toEqual([100, 110]);

    await fundTreasury(world.db, usd('1000'), 'tests');
    await Promise.all(Array.from({ length: 5 }, () => world.settle()));
    expect(await ana.balance()).toBe(105.3);
    // At the percentage of when it was earned, whatever the operator has set since.
    expect(await report(ana, 2)).toMatchObject([{ Value: 5, Notes: 'Level 1' }]);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5));
    await fundTreasury(world.db, usd('100000'), 'tests');
  });

  /** What the treasury promised elsewhere. */
  async function empty(amount: bigint): Promise<void> {
    const stakers = await world.investor();
    await transaction(world.db, (tx) =>
      post(
        tx,
        {
          key: `test:empty:${stakers.id}`,
          kind: 'test_money',
          owner: stakers.id,
          reference: null,
          transfers: [{ from: 'treasury', to: 'balance', amount: amount as ReturnType<typeof usd> }],
        },
        world.now,
      ),
    );
  }
});
