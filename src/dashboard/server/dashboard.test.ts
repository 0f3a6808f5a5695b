import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { vaultRate } from '#primevault/server/vault-settings.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import type { EquityPoint, HomeReport } from '../contract.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const noProduct = {
  Finishedcopy: 0,
  Runningcopy: 0,
  Amountcopy: 0,
  Profitcopy: 0,
  VaultInvestmentsCount: 0,
  BotInvestmentsCount: 0,
};

describe('the figures', () => {
  test('[D1] are zero for a new customer', async () => {
    const ana = await world.investor();
    expect((await ana.get('/api/homereport')).json()).toEqual({
      Amount: 0,
      Finished: 0,
      Running: 0,
      Profit: 0,
      TotalEarnings: 0,
      TotalEarned: 0,
      ...noProduct,
      Shown: { Amount: 0, Profit: 0, Amountcopy: 0, Profitcopy: 0, TotalEarnings: 0, TotalEarned: 0 },
    });
  });

  test('[D1] [D3] count running and finished stakes, and separate what was earned from what was paid', async () => {
    const ana = await world.investor({ balance: '1000' });
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    world.forward(30);
    await world.settle();
    await ana.post('/api/stake', { amount: 300, time_stake: 60 });
    const leaving = (await ana.post('/api/stake', { amount: 50, time_stake: 30 })).json<{ Id: string }>();
    await ana.post(`/api/stake/${leaving.Id}`);
    world.forward(15);
    expect((await ana.get('/api/homereport')).json()).toEqual({
      Amount: 300,
      Finished: 1,
      Running: 1,
      Profit: 28.75,
      TotalEarnings: 28.75,
      TotalEarned: 10,
      ...noProduct,
      Shown: { Amount: 300, Profit: 28.75, Amountcopy: 0, Profitcopy: 0, TotalEarnings: 28.75, TotalEarned: 10 },
    });
  });

  test('[D1] match the accrued profit of the stakes to the micro-dollar', async () => {
    const ana = await world.investor({ balance: '1000' });
    for (const [amount, days] of [
      [10, 30],
      [70, 30],
      [300, 60],
      [20, 90],
      [500, 180],
    ]) {
      await ana.post('/api/stake', { amount, time_stake: days });
      world.now = new Date(world.now.getTime() + 7_777_777);
    }
    const stakes = (await ana.get('/api/stakes')).json<{ Profit: number }[]>();
    const report = (await ana.get('/api/homereport')).json<HomeReport>();
    const micros = stakes.reduce((sum, stake) => sum + Math.round(stake.Profit * 1e6), 0);
    expect(Math.round(report.TotalEarnings * 1e6)).toBe(micros);
  });

  test('[D1] [D3] count vault investments, and what they earned and paid', async () => {
    const ana = await world.investor({ balance: '1000' });
    await ana.post('/api/vault/subscribe', { terms: true });
    for (const amount of [100, 250, 500]) {
      await ana.post('/api/vault/deposit', { amount });
      world.forward(90);
    }
    await world.settle();
    expect((await ana.get('/api/homereport')).json()).toMatchObject({
      Amount: 0,
      Profit: 0,
      VaultInvestmentsCount: 1,
      TotalEarnings: 180,
      TotalEarned: 105,
    });
    const listed = (await ana.get('/api/vault/investments')).json<{ Profit: number }[]>();
    expect(listed.reduce((sum, each) => sum + each.Profit, 0)).toBe(180);
  });

  test('[D1] are the caller’s alone, and need a token', async () => {
    const [ana, bia] = [await world.investor({ balance: '100' }), await world.investor()];
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    expect((await bia.get('/api/homereport')).json<HomeReport>().Running).toBe(0);
    for (const url of ['/api/homereport', '/api/equity', '/api/catalog']) {
      expect((await world.ask({ method: 'GET', url })).statusCode).toBe(401);
    }
  });
});

describe('the equity', () => {
  test('[D5] values each day’s end: balance, and stakes at amount plus accrued profit', async () => {
    const ana = await world.investor({ balance: '300' });
    world.now = new Date('2029-03-10T12:00:00Z');
    await ana.post('/api/stake', { amount: 300, time_stake: 30 });
    world.forward(3);
    const points = (await ana.get('/api/equity?start=2029-03-09')).json<EquityPoint[]>();
    expect(points.map((point) => [point.Date, point.Balance, point.Stake, point.Total])).toEqual([
      ['2029-03-13', 0, 303, 303],
      ['2029-03-12', 0, 302.5, 302.5],
      ['2029-03-11', 0, 301.5, 301.5],
      ['2029-03-10', 0, 300.5, 300.5],
      ['2029-03-09', 300, 0, 300],
    ]);
  });

  test('[D5] has a point for each day of a span, excluding the day at which it ends', async () => {
    const ana = await world.investor({ balance: '300' });
    world.now = new Date('2029-09-10T12:00:00Z');
    await ana.post('/api/stake', { amount: 300, time_stake: 30 });
    world.forward(5);
    const read = async (span: string) => (await ana.get(`/api/equity?${span}`)).json<EquityPoint[]>();
    const all = await read('start=2029-09-08');
    expect(all.map((point) => point.Date).at(0)).toBe('2029-09-15');
    expect(await read('start=2029-09-09&end=2029-09-12')).toEqual(all.slice(4, 7));
    expect((await read('start=2029-09-09&end=2029-09-12&tz=America/Sao_Paulo')).map((point) => point.Date)).toEqual([
      '2029-09-11',
      '2029-09-10',
      '2029-09-09',
    ]);
    expect(await read('start=2029-09-12&end=2029-09-12')).toEqual([]);
    expect(await read('start=2029-09-14&end=2029-09-16')).toEqual(all.slice(0, 2));
    expect(await read('start=2029-09-14&end=2029-09-14T06:00:00Z')).toMatchObject([
      { Date: '2029-09-14', Total: 303.75 },
    ]);
  });

  test('[D5] values the vault at amount plus accrued profit until it pays', async () => {
    const ana = await world.investor({ balance: '1000' });
    await ana.post('/api/vault/subscribe', { terms: true });
    world.now = new Date('2030-03-10T12:00:00Z');
    await ana.post('/api/vault/deposit', { amount: 1000 });
    await ana.post('/api/stake', { amount: 10, time_stake: 30 });
    world.forward(45);
    const [running] = (await ana.get('/api/equity')).json<EquityPoint[]>();
    expect(running).toMatchObject({ Balance: 0, Stake: 0, Vault: 1075, Total: 1075 });
    world.forward(135);
    await world.settle();
    const [ended, before] = (await ana.get('/api/equity')).json<EquityPoint[]>();
    expect(ended).toMatchObject({ Balance: 1300, Vault: 0, Total: 1300 });
    expect(before).toMatchObject({ Balance: 0, Vault: 1299.166666, Total: 1299.166666 });
  });

  test('[D5] has days of the customer’s zone', async () => {
    const ana = await world.investor();
    world.now = new Date('2029-06-01T01:00:00Z');
    const points = (await ana.get('/api/equity?start=2029-05-30&tz=America/Sao_Paulo')).json<EquityPoint[]>();
    expect(points.map((point) => point.Date)).toEqual(['2029-05-31', '2029-05-30']);
  });

  test('[D5] ends at what the customer holds now, after every kind of ending', async () => {
    const ana = await world.investor({ balance: '500' });
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    const leaving = (await ana.post('/api/stake', { amount: 300, time_stake: 60 })).json<{ Id: string }>();
    world.forward(10);
    await ana.post(`/api/stake/${leaving.Id}`);
    world.forward(20);
    await world.settle();
    const [now] = (await ana.get('/api/equity')).json<EquityPoint[]>();
    expect(now).toMatchObject({ Balance: 390, Stake: 0, Total: 390 });
    expect(await ana.balance()).toBe(390);
    expect((await ana.get('/api/equity')).json<EquityPoint[]>()).toHaveLength(90);
  });

  test('[D5] starts at the account’s creation in spans of more than 400 days, and refuses longer ones', async () => {
    const ana = await world.investor();
    const [{ made, end } = { made: '', end: '' }] = await world.db.query<{ made: string; end: string }>(
      `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS made,
         ((created_at AT TIME ZONE 'UTC')::date + 3)::text AS end FROM customers WHERE id = $1`,
      [ana.id],
    );
    const points = (await ana.get(`/api/equity?start=2020-01-01&end=${end}`)).json<EquityPoint[]>();
    expect([points.length, points.at(-1)?.Date]).toEqual([3, made]);
    expect((await ana.get('/api/equity?start=2001-01-01&end=2010-01-01')).json()).toEqual([]);
    const refused = await ana.get('/api/equity?start=2020-01-01');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
  });
});

test('[V3] the catalog publishes what the vault offers, as the operator has set it', async () => {
  const ana = await world.investor();
  const vault = async (): Promise<unknown> => (await ana.get('/api/catalog')).json<{ Vault: unknown }>().Vault;
  expect(await vault()).toEqual({ Days: 180, Rate: 30, Amounts: [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000] });
  await transaction(world.db, (tx) => writeSetting(tx, vaultRate, 12.5));
  expect(await vault()).toMatchObject({ Rate: 12.5 });
  await transaction(world.db, (tx) => writeSetting(tx, vaultRate, 30));
});

test('[S1] [S2] the catalog publishes what the server accepts', async () => {
  const ana = await world.investor();
  const catalog = (await ana.get('/api/catalog')).json<{ Stake: { Periods: { Days: number; Offered: boolean }[] } }>();
  expect(catalog.Stake.Periods.map((period) => [period.Days, period.Offered])).toEqual([
    [30, true],
    [60, true],
    [90, false],
    [180, true],
    [365, true],
  ]);
});
