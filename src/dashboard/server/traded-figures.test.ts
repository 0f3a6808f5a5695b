import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { botOwner } from '#testing/server/bot-owner.ts';
import type { EquityPoint } from '../contract.ts';

let world: CopytradeWorld;
let count = 0;
beforeAll(async () => void (world = await openCopytradeWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

function botOperation(payout: string): Promise<unknown> {
  count += 1;
  return importLines(world.db, [line(world.now, payout, `BOT-${count}`)], { now: world.now, product: 'primezord' });
}

test('[D1] [D3] licences and bot investments are counted, with their current result and what they paid', async () => {
  const ana = await botOwner(world, { balance: '1000', wallet: 250 });
  await ana.post('/api/copytrade', { amount: 100 });
  await ana.post('/api/bot/invest', { amount: 100 });
  await world.operation('4');
  await botOperation('-3');
  world.forward(20);
  await ana.post('/api/copytrade', { amount: 500 });
  await ana.post('/api/bot/invest', { amount: 50 });
  world.forward(10);
  await world.settle();
  await world.operation('2');
  await botOperation('10');
  expect((await ana.get('/api/homereport')).json()).toMatchObject({
    Amount: 0,
    Profit: 0,
    Finishedcopy: 1,
    Runningcopy: 1,
    Amountcopy: 500,
    Profitcopy: 14,
    BotInvestmentsCount: 1,
    TotalEarnings: 16,
    TotalEarned: 1,
  });
});

test('[D5] the equity values licences and the bot’s wallet at each day’s end, by the operations known when they were paid', async () => {
  const ana = await botOwner(world, { balance: '200', wallet: 100 });
  world.now = new Date('2029-03-10T12:00:00Z');
  await ana.post('/api/copytrade', { amount: 100 });
  await ana.post('/api/bot/invest', { amount: 50 });
  world.forward(1);
  await world.operation('2.5');
  await botOperation('-10');
  world.forward(1);
  const point = async (date: string): Promise<unknown> => {
    const [first] = (await ana.get(`/api/equity?start=${date}&limit=1`)).json<EquityPoint[]>().toReversed();
    return first && [first.Date, first.Balance, first.Copytrade, first.Primezord, first.Total];
  };
  expect(await point('2029-03-10')).toEqual(['2029-03-10', 100, 100, 100, 300]);
  expect(await point('2029-03-12')).toEqual(['2029-03-12', 100, 102.5, 95, 297.5]);

  world.forward(28);
  await world.settle();
  expect(await point('2029-04-09')).toEqual(['2029-04-09', 202.5, 0, 95, 297.5]);
  // A late operation affected neither position, so past days keep the values that led to the payment.
  await world.operation('50', 27);
  expect(await point('2029-03-15')).toEqual(['2029-03-15', 100, 102.5, 95, 297.5]);
});

test('[D5] late operations that cancel each other out change no day on which a licence ran and was paid without them', async () => {
  const ana = await world.investor({ balance: '300' });
  world.now = new Date('2031-03-10T12:00:00Z');
  await ana.post('/api/copytrade', { amount: 100 });
  world.forward(5);
  await world.operation('2');
  await ana.post('/api/copytrade', { amount: 100 });
  world.forward(25);
  await world.settle();
  // Became known after the first was paid and before the second was, on days when both were running.
  await world.operation('10', 20);
  await world.operation('-10', 10);
  const copies = async (): Promise<Record<string, number>> => {
    const points = (await ana.get('/api/equity?start=2031-03-10')).json<EquityPoint[]>();
    return Object.fromEntries(points.map(({ Date, Copytrade }) => [Date, Copytrade]));
  };
  const days = ['2031-03-10', '2031-03-15', '2031-03-19', '2031-03-20', '2031-03-29', '2031-03-30', '2031-04-09'];
  const valued = [100, 204, 204, 214, 214, 204, 102];
  const known = await copies();
  expect(days.map((day) => known[day])).toEqual(valued);
  world.forward(30);
  await world.settle();
  await world.operation('40', 50);
  await world.operation('-40', 45);
  expect(await copies()).toMatchObject(Object.fromEntries(days.map((day, at) => [day, valued[at]])));
});

test('[D5] what happens at midnight belongs to the day that begins, as in the lists', async () => {
  const ana = await world.investor({ balance: '500' });
  world.now = new Date('2033-03-10T12:00:00Z');
  await ana.post('/api/copytrade', { amount: 100 });
  // Midnight in São Paulo.
  world.now = new Date('2033-03-12T03:00:00Z');
  await world.operation('10');
  await ana.post('/api/copytrade', { amount: 250 });
  await world.bring(ana, '7');
  const read = async (query: string): Promise<unknown[]> =>
    (await ana.get(`/api/equity?start=2033-03-11&tz=America/Sao_Paulo${query}`))
      .json<EquityPoint[]>()
      .map((point) => [point.Date, point.Balance, point.Copytrade, point.Total]);
  // Now is midnight, and what has happened now counts.
  const days = [
    ['2033-03-12', 157, 385, 542],
    ['2033-03-11', 400, 100, 500],
  ];
  expect(await read('')).toEqual(days);
  expect(await read('&end=2033-03-12')).toEqual(days.slice(1));
  world.forward(1);
  expect(await read('&end=2033-03-13')).toEqual(days);
  const [today] = (await ana.get('/api/copytrade/report?start=2033-03-12&tz=America/Sao_Paulo')).json<object[]>();
  expect(today).toMatchObject({ Profit: 35 });
  world.forward(40);
  await world.settle();
});

test('[D5] the last point matches the lists and the wallet', async () => {
  const ana = await botOwner(world, { balance: '600', wallet: 250 });
  await ana.post('/api/copytrade', { amount: 250 });
  await ana.post('/api/bot/invest', { amount: 100 });
  await world.operation('1.234567');
  await botOperation('-7.654321');
  const [now] = (await ana.get('/api/equity')).json<EquityPoint[]>();
  const [licence] = (await ana.get('/api/copytrade')).json<{ Amount: number; Profit: number }[]>();
  expect(now).toMatchObject({ Balance: 350, Copytrade: 253.086417, Primezord: 242.345679 });
  expect(licence).toMatchObject({ Amount: 250, Profit: 3.086417 });
});

test('[C2] [C3] [Z4] the catalog publishes what copytrade and the bot offer, as the operator has set it', async () => {
  const ana = await world.investor();
  const catalog = (await ana.get('/api/catalog')).json<object>();
  expect(catalog).toMatchObject({
    Copytrade: { Open: true, Amounts: [50, 100, 250, 500, 1000, 2500, 5000, 10_000], Days: 30 },
    Primezord: { EntryFee: 50, Amounts: [25, 50, 100, 250, 500, 1000, 2500, 5000], Days: 30 },
  });
  await world.setOpen(false);
  expect((await ana.get('/api/catalog')).json<object>()).toMatchObject({ Copytrade: { Open: false } });
  await world.setOpen(true);
});
