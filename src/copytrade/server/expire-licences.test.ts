import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Operation } from '#payouts/contract.ts';
import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';
import type { Licence } from '../contract.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';

let world: CopytradeWorld;
beforeEach(async () => void (world = await openCopytradeWorld()));
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const licences = async (investor: TestInvestor): Promise<Licence[]> => (await investor.get('/api/copytrade')).json();
const report = async (investor: TestInvestor): Promise<Operation[]> =>
  (await investor.get('/api/copytrade/report')).json();

async function open(investor: TestInvestor, amount = 100): Promise<void> {
  expect((await investor.post('/api/copytrade', { amount })).statusCode).toBe(201);
}

describe('what a licence earns', () => {
  test('[C3] its amount × the payout of every operation while it runs, gains and losses', async () => {
    const ana = await world.investor({ balance: '100' });
    await world.operation('7');
    world.forward(1);
    await open(ana);
    await world.operation('1.5');
    world.forward(10);
    await world.operation('-0.25');
    expect(await licences(ana)).toMatchObject([{ Profit: 1.25, Progress: 33.33, Status: 'active' }]);
    world.forward(19.5);
    await world.operation('2.000001');
    world.forward(1);
    await world.operation('50');
    await world.settle();
    expect(await licences(ana)).toMatchObject([{ Profit: 3.250001, Progress: 100, Status: 'expired' }]);
    expect(await ana.balance()).toBe(103.250001);
  });

  test('[C3] an operation at its start counts, one at its end does not', async () => {
    const ana = await world.investor({ balance: '100' });
    await open(ana);
    await world.operation('1');
    world.forward(30);
    await world.operation('10');
    await world.settle();
    expect(await ana.balance()).toBe(101);
  });

  test('[C3] it never loses more than its capital, and a loss goes to trading', async () => {
    const ana = await world.investor({ balance: '100' });
    await open(ana);
    for (const payout of ['-60', '-60', '-5']) {
      world.forward(1);
      await world.operation(payout);
    }
    expect(await licences(ana)).toMatchObject([{ Profit: -100 }]);
    world.forward(30);
    await world.settle();
    expect([await ana.balance(), await licences(ana)]).toMatchObject([0, [{ Profit: -100, Status: 'expired' }]]);
  });

  test('[C3] without operations the capital comes back', async () => {
    const ana = await world.investor({ balance: '100' });
    await open(ana);
    world.forward(30);
    await world.settle();
    expect([await ana.balance(), await report(ana)]).toEqual([100, []]);
  });

  test('[C3] an invested amount is not in the balance, and comes back once however often it is settled', async () => {
    const ana = await world.investor({ balance: '150' });
    await open(ana);
    world.forward(29.9);
    expect(await world.settle()).toBe(0);
    expect(await ana.balance()).toBe(50);
    world.forward(0.1);
    expect([await world.settle(), await world.settle()]).toEqual([1, 0]);
    expect(await ana.balance()).toBe(150);
  });
});

test('[C3] [H3] an operation is one row, and writes to none of the licences that it affects', async () => {
  const investors = await Promise.all(Array.from({ length: 20 }, () => world.investor({ balance: '100' })));
  await Promise.all(investors.map((investor) => open(investor)));
  const touched = (): Promise<object[]> => world.db.query('SELECT id, xmin::text FROM positions ORDER BY id');
  const before = await touched();
  await world.operation('0.123456');
  expect(await touched()).toEqual(before);
  expect(await world.db.query('SELECT FROM operations')).toHaveLength(1);
  expect(await world.db.query('SELECT FROM payout_index')).toHaveLength(1);
  for (const investor of investors) expect(await licences(investor)).toMatchObject([{ Profit: 0.123456 }]);
});

describe('a late operation', () => {
  test('[C3] [H3] changes no licence already paid, and reaches those still running', async () => {
    const [ana, bia] = [await world.investor({ balance: '100' }), await world.investor({ balance: '100' })];
    await open(ana);
    world.forward(10);
    await open(bia);
    await world.operation('1');
    world.forward(20);
    await world.settle();
    expect(await ana.balance()).toBe(101);

    await world.operation('5', 15);
    expect(await licences(ana)).toMatchObject([{ Profit: 1, Status: 'expired' }]);
    expect(await licences(bia)).toMatchObject([{ Profit: 6, Status: 'active' }]);
    expect((await report(ana)).map(({ Payout }) => Payout)).toEqual([1]);
    expect((await report(bia)).map(({ Payout }) => Payout)).toEqual([5, 1]);

    world.forward(10);
    await world.settle();
    expect([await ana.balance(), await bia.balance()]).toEqual([101, 106]);
  });

  test('[C3] [H3] reaches a licence that is due but not yet paid', async () => {
    const ana = await world.investor({ balance: '100' });
    await open(ana);
    world.forward(31);
    await world.operation('2', 10);
    await world.settle();
    expect(await ana.balance()).toBe(102);
  });

  test('[C3] [H3] that arrives while licences are paid reaches each of them or none of its payment', async () => {
    const ana = await world.investor({ balance: '10000' });
    for (let n = 0; n < 120; n += 1) await open(ana, 50);
    world.forward(30);
    const late = Array.from({ length: 10 }, (_, n) => world.operation('1', 5 + n));
    await Promise.all([...Array.from({ length: 4 }, () => world.settle()), ...late]);
    const results = (await ana.get('/api/copytrade?limit=500')).json<Licence[]>();
    expect(results.every(({ Status }) => Status === 'expired')).toBe(true);
    // The audit after this test proves that each was paid from exactly the operations known at the time.
    expect(results.every(({ Profit }) => Number.isInteger(Profit * 2) && Profit <= 5)).toBe(true);
  });
});

describe('the report of copy operations', () => {
  test('[C3] lists each operation once, with the caller’s own share over all their licences', async () => {
    const ana = await world.investor({ balance: '1000' });
    await open(ana, 100);
    await open(ana, 250);
    await world.operation('-1.5', 0, 'Metals');
    expect(await report(ana)).toEqual([
      {
        Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        Opened: world.now.toISOString(),
        Date: world.now.toISOString(),
        Asset: 'Metals',
        Pair: 'EUR/USD',
        Payout: -1.5,
        Profit: -5.25,
        Source: 'operator',
      },
    ]);
  });

  test('[C3] leaves out operations the caller took no part in: other products, times and people', async () => {
    const [ana, bia] = [await world.investor({ balance: '100' }), await world.investor({ balance: '100' })];
    await world.operation('1');
    world.forward(1);
    await open(ana);
    await importLines(world.db, [line(world.now, '1', 'Z-1')], { now: world.now, product: 'primezord' });
    expect([await report(ana), await report(bia)]).toEqual([[], []]);
  });

  test('[C3] comes in pages, by span and by asset', async () => {
    const ana = await world.investor({ balance: '100' });
    await open(ana);
    for (const asset of ['Forex', 'Metals', 'Forex']) {
      await world.operation('1', 0, asset);
      world.forward(1);
    }
    const first = await ana.get('/api/copytrade/report?limit=2');
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    expect(
      [...first.json<Operation[]>(), ...(await ana.get(next)).json<Operation[]>()].map(({ Asset }) => Asset),
    ).toEqual(['Forex', 'Metals', 'Forex']);
    const dates = (await report(ana)).map(({ Date }) => Date);
    expect((await ana.get(`/api/copytrade/report?start=${dates[1]}`)).json()).toHaveLength(2);
    expect((await ana.get('/api/copytrade/report?asset=Metals')).json()).toHaveLength(1);
    expect((await ana.get('/api/copytrade/report?asset=')).statusCode).toBe(422);
  });
});

test('[C3] ten workers expiring two hundred licences concurrently pay each exactly once', async () => {
  const investors = await Promise.all(Array.from({ length: 10 }, () => world.investor({ balance: '1000' })));
  await Promise.all(investors.flatMap((investor) => Array.from({ length: 20 }, () => open(investor, 50))));
  await world.operation('3.333333');
  world.forward(31);
  await completeFeeds(world.db, world.now);
  const work = async (): Promise<number> => {
    for (let paid = 0; ;) {
      const now = await settlePositions(world.db, world.now, noSubscribers);
      if (now === 0) return paid;
      paid += now;
    }
  };
  const paid = await Promise.all(Array.from({ length: 10 }, work));
  expect(paid.reduce((sum, each) => sum + each, 0)).toBe(200);
  // 50 × 3.333333 % = 1.6666665, of which the half micro-dollar is dropped.
  for (const investor of investors) expect(await investor.balance()).toBe(1033.33332);
});
