import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { readTreasury } from '#ledger/server/account-store.ts';
import { post } from '#ledger/server/post.ts';
import { madeUp } from '#ledger/server/testing/test-kinds.ts';
import { fromJsonNumber, percentFromJsonNumber, percentOf, roundDown, sum, usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { bonusPercent, residualPercents } from './network-settings.ts';
import { lineage } from './testing/lineage.ts';
import { carry, report, stake } from './testing/report.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

describe('the residual', () => {
  test('[W2] profit paid to a member pays 3, 2 and 1 per cent to the three levels above', async () => {
    const line = await lineage(world, ['Root', 'Ana', 'Bia', 'Caio', 'Davi'], '300');
    const davi = line[4] as TestInvestor;
    const id = await stake(davi, 300);
    world.forward(30);
    await world.settle();
    // Davi's profit of 30; Caio also has the bonus of 15, which fell due with it.
    expect(await Promise.all(line.map((investor) => investor.balance()))).toEqual([300, 300.3, 300.6, 315.9, 330]);
    const [award] = await report(world, line[2] as TestInvestor, 4);
    expect(award).toMatchObject({
      Description: 'Stake profit of a network member',
      Source: 'Davi',
      Reference: id,
      Total: 30,
      Percentage: 2,
      Value: 0.6,
      Paid: true,
      Notes: 'Level 2',
    });
    const home = (await (line[3] as TestInvestor).get('/api/homereport')).json();
    expect(home).toMatchObject({ TotalEarnings: 15.9, TotalEarned: 15.9 });
  });

  test('[W2] two referees earning 10 and 5 produce residuals of exactly their own shares', async () => {
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
    const rows = await report(world, ana, 4);
    expect(rows.map((row) => [row.Total, row.Value])).toEqual(
      expect.arrayContaining([
        [10, 0.3],
        [5, 0.15],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(await ana.balance()).toBe(7.5 + 0.45);
    expect((await report(world, ana, 2)).map(({ Value }) => Value).toSorted((a, b) => a - b)).toEqual([2.5, 5]);
  });

  test('[W2] an early cancellation pays no profit, so nobody earns a residual', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    const id = await stake(bia, 100);
    world.forward(10);
    await bia.post(`/api/stake/${id}`);
    world.forward(30);
    await world.settle();
    expect(await report(world, ana, 4)).toEqual([]);
  });

  test('[W2] a level with a percentage of zero earns nothing', async () => {
    await transaction(world.db, (tx) => writeSetting(tx, residualPercents, [0, 2, 1], { startsAt: world.now }));
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia'], '100')) as [
      TestInvestor,
      TestInvestor,
      TestInvestor,
    ];
    await stake(bia, 100);
    world.forward(30);
    await world.settle();
    await transaction(world.db, (tx) => writeSetting(tx, residualPercents, [3, 2, 1], { startsAt: world.now }));
    expect([await report(world, ana, 4), (await report(world, top, 4)).map((row) => row.Value)]).toEqual([[], [0.2]]);
  });

  test('[W2] a residual has the percentages of the instant at which the profit was paid, however late it is computed', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    await stake(bia, 100);
    world.forward(30);
    expect(await settlePositions(world.db, world.now, subscribers)).toBeGreaterThan(0);
    world.forward(1);
    const set = (percents: number[]): Promise<unknown> =>
      transaction(world.db, (tx) => writeSetting(tx, residualPercents, percents, { startsAt: world.now }));
    await set([1, 1, 1]);
    await world.settle();
    expect(await report(world, ana, 4)).toMatchObject([{ Percentage: 3, Value: 0.3 }]);
    await set([3, 2, 1]);
  });

  test('[W2] the same cause published twice pays once', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    const id = await stake(bia, 100);
    const again = `SELECT use_new_capital($1, gen_random_uuid(), 'stake', $2, 100000000, $3)`;
    await Promise.all(Array.from({ length: 10 }, () => world.db.query(again, [bia.id, id, world.now])));
    expect(await ana.balance()).toBe(100);
    world.forward(30);
    await world.settle();
    expect([await ana.balance(), (await report(world, ana, 2)).length]).toEqual([105.3, 1]);
  });
});

test('[W2] the awards, including odd percentages of odd profits, equal what the treasury paid, to the micro-dollar', async () => {
  // Clears all payments still outstanding.
  world.forward(60);
  await world.settle();
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, bonusPercent, 3.33, { startsAt: world.now });
    await writeSetting(tx, residualPercents, [2.57, 1.31, 0.77], { startsAt: world.now });
  });
  const line = await lineage(world, ['Top', 'Ana', 'Bia', 'Caio', 'Davi'], '1000');
  const before = await readTreasury(world.db);
  const [people, profits] = [line.slice(1), [70, 30, 90, 10]];
  for (const [at, investor] of people.entries()) await stake(investor, profits[at] as number);
  world.forward(30);
  await world.settle();
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, bonusPercent, 5, { startsAt: world.now });
    await writeSetting(tx, residualPercents, [3, 2, 1], { startsAt: world.now });
  });
  const awards = (await Promise.all(line.flatMap((who) => [report(world, who, 2), report(world, who, 4)]))).flat();
  // One bonus each; one residual from Ana's profit, two from Bia's, three from each of the others'.
  expect(awards).toHaveLength(4 + 1 + 2 + 3 + 3);
  const paid = sum(awards.map(({ Value }) => fromJsonNumber(Value)));
  for (const { Total, Percentage, Value } of awards) {
    expect(fromJsonNumber(Value)).toBe(percentOf(fromJsonNumber(Total), percentFromJsonNumber(Percentage), roundDown));
  }
  // The stakes themselves promised and paid ten per cent.
  expect(before - (await readTreasury(world.db))).toBe(paid + usd('20'));
});

describe('a treasury that cannot pay', () => {
  test('[W2] blocks neither an opening nor a maturity: what is owed is shown, and paid once there is capacity', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'], '100')) as [TestInvestor, TestInvestor];
    const left = await readTreasury(world.db);
    await empty(left - usd('10'));
    await stake(bia, 100);
    await carry(world);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 9, { startsAt: world.now }));
    // Nothing is owed while the stake runs: the bonus is not due.
    expect(await report(world, ana, 2)).toMatchObject([
      { Value: 5, Notes: 'Level 1 · pending: due when the position ends' },
    ]);
    expect((await ana.get('/api/homereport')).json()).toMatchObject({ TotalEarnings: 0, TotalEarned: 0 });
    world.forward(30);
    await world.settle();
    expect([await ana.balance(), await bia.balance()]).toEqual([100, 110]);
    expect(await report(world, ana, 2)).toMatchObject([
      { Value: 5, Notes: 'Level 1 · owed: credited as soon as there is capacity' },
    ]);
    expect((await ana.get('/api/homereport')).json()).toMatchObject({ TotalEarnings: 5.3, TotalEarned: 0 });

    await fundTreasury(world.db, usd('1000'), 'tests');
    await Promise.all(Array.from({ length: 5 }, () => world.settle()));
    expect(await ana.balance()).toBe(105.3);
    // Uses the percentage in force when it was earned, whatever the operator has set since.
    expect(await report(world, ana, 2)).toMatchObject([{ Value: 5, Notes: 'Level 1' }]);
    await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 5, { startsAt: world.now }));
    await fundTreasury(world.db, usd('100000'), 'tests');
  });

  /** Uses up the treasury by promising this amount elsewhere. */
  async function empty(amount: bigint): Promise<void> {
    const stakers = await world.investor();
    await transaction(world.db, (tx) =>
      post(
        tx,
        {
          key: `test:empty:${stakers.id}`,
          kind: madeUp('test_money'),
          owner: stakers.id,
          reference: null,
          entries: [{ from: 'treasury', to: 'balance', amount: amount as ReturnType<typeof usd> }],
        },
        world.now,
      ),
    );
  }
});
