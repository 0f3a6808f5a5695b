import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { botOwner } from '#testing/server/bot-owner.ts';
import type { ReportedOperation } from '../contract.ts';

let world: CopytradeWorld;
beforeAll(async () => void (world = await openCopytradeWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

test('[H2] lists every operation the customer took part in with its product, newest first', async () => {
  const ana = await botOwner(world, { balance: '100', wallet: 50 });
  await ana.post('/api/copytrade', { amount: 100 });
  await world.operation('1.5', 0, 'Forex');
  world.forward(1);
  await ana.post('/api/bot/invest', { amount: 50 });
  const made = { now: world.now, product: 'primezord', source: 'sandbox' } as const;
  await importLines(world.db, [line(world.now, '-2', 'Z-1', 'Metals')], made);
  expect((await ana.get('/api/report')).json()).toEqual([
    {
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Opened: world.now.toISOString(),
      Date: world.now.toISOString(),
      Asset: 'Metals',
      Pair: 'EUR/USD',
      Payout: -2,
      Profit: -1,
      Source: 'sandbox',
      Product: 'primezord',
    },
    expect.objectContaining({ Asset: 'Forex', Payout: 1.5, Profit: 1.5, Source: 'operator', Product: 'copytrade' }),
  ]);
  expect((await ana.get('/api/report/assets')).json()).toEqual(['Forex', 'Metals']);
});

test('[H2] filters by asset and period, combined and paginated', async () => {
  const ana = await world.investor({ balance: '100' });
  await ana.post('/api/copytrade', { amount: 100 });
  for (const asset of ['Forex', 'Metals', 'Forex', 'Forex', 'Índices']) {
    world.forward(1);
    await world.operation('1', 0, asset);
  }
  const read = async (query: string): Promise<string[]> =>
    (await ana.get(`/api/report${query}`)).json<ReportedOperation[]>().map(({ Date }) => Date.slice(5, 10));
  const all = await read('');
  expect(all).toHaveLength(5);
  const [fifth, fourth, third, second] = (await ana.get('/api/report')).json<ReportedOperation[]>();
  expect(await read('?asset=Forex')).toHaveLength(3);
  expect(await read(`?asset=Forex&start=${third?.Date}`)).toEqual([
    fourth?.Date.slice(5, 10),
    third?.Date.slice(5, 10),
  ]);
  expect(await read(`?start=${second?.Date}&end=${fourth?.Date}`)).toHaveLength(2);
  expect(await read(`?asset=${encodeURIComponent('Índices')}`)).toEqual([fifth?.Date.slice(5, 10)]);
  expect(await read('?asset=Cripto')).toEqual([]);
  const page = await ana.get('/api/report?asset=Forex&limit=2');
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
  expect(next).toContain('asset=Forex');
  expect((await ana.get(next)).json()).toHaveLength(1);
});

test.each(['?asset=', `?asset=${'x'.repeat(41)}`, '?start=yesterday', '?limit=501', '?after=!'])(
  '[H2] rejects %s',
  async (query) => {
    const ana = await world.investor();
    expect((await ana.get(`/api/report${query}`)).statusCode).toBe(422);
  },
);

test('[H2] shows nobody else’s operations, and none without a token', async () => {
  const [ana, bia] = [await world.investor({ balance: '100' }), await world.investor()];
  await ana.post('/api/copytrade', { amount: 100 });
  await world.operation('1');
  expect([(await bia.get('/api/report')).json(), (await bia.get('/api/report/assets')).json()]).toEqual([[], []]);
  for (const url of ['/api/report', '/api/report/assets']) {
    expect((await world.ask({ method: 'GET', url })).statusCode).toBe(401);
  }
});
