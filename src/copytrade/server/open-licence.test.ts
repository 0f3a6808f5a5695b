import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from '#testing/server/world.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { CopyOffer, Licence } from '../contract.ts';
import { copytradeAmounts } from './copytrade-settings.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';

let world: CopytradeWorld;
beforeAll(async () => void (world = await openCopytradeWorld()));
afterEach(async () => {
  await world.setOpen(true);
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

const amounts = [50, 100, 250, 500, 1000, 2500, 5000, 10_000];

describe('opening a licence', () => {
  test('[C3] invests the amount for thirty days', async () => {
    const ana = await world.investor({ balance: '500.00' });
    const answer = await ana.post('/api/copytrade', { amount: 250 });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Start: '2026-03-02T12:00:00.000Z',
      End: '2026-04-01T12:00:00.000Z',
      Amount: 250,
      Profit: 0,
      Progress: 0,
      Status: 'active',
      AwaitsOperations: false,
    });
    expect(await ana.balance()).toBe(250);
    expect((await ana.get('/api/copytrade')).json()).toEqual([answer.json()]);
  });

  test('[C3] accepts every amount of the list and refuses its neighbours', async () => {
    const ana = await world.investor({ balance: '50000' });
    for (const amount of amounts) {
      expect((await ana.post('/api/copytrade', { amount })).statusCode).toBe(201);
    }
    for (const amount of [0, 10, 49.99, 50.01, 51, 750, 20_000]) {
      const refused = await ana.post('/api/copytrade', { amount });
      expect([amount, refused.statusCode, refused.json()]).toEqual([
        amount,
        422,
        { code: 'amount_not_allowed', message: 'Selecione um valor' },
      ]);
    }
  });

  test('[C3] takes the amounts that the operator sets, from then on', async () => {
    const ana = await world.investor({ balance: '500' });
    const set = (value: unknown): Promise<boolean> =>
      transaction(world.db, (tx) => writeSetting(tx, copytradeAmounts, value));
    expect(await set([75, 50])).toBe(false);
    expect(await set([75])).toBe(true);
    expect((await ana.get('/api/copytrade/offer')).json<CopyOffer>()).toEqual({ Open: true, Amounts: [75], Days: 30 });
    expect((await ana.post('/api/copytrade', { amount: 50 })).statusCode).toBe(422);
    expect((await ana.post('/api/copytrade', { amount: 75 })).statusCode).toBe(201);
    await set(amounts);
  });

  test.each([
    ['pt-BR', 'Novos registros de copytrade estão fechados no momento.', 'Selecione um valor'],
    ['en', 'New copytrade registrations are currently closed.', 'Please select an amount'],
    ['es', 'Los nuevos registros de copytrade están cerrados en este momento.', 'Selecciona un monto'],
    ['zh-CN', '目前暂停新建跟单。', '请选择金额'],
    ['fa', 'ثبت‌نام‌های جدید کپی‌ترید در حال حاضر بسته است.', 'لطفاً مبلغی را انتخاب کنید'],
  ])('[C1] [C2] both refusals are worded in %s', async (language, closed, amount) => {
    const ana = await world.investor({ balance: '500' });
    const headers = { 'accept-language': language };
    expect((await ana.post('/api/copytrade', { amount: 51 }, headers)).json()).toEqual({
      code: 'amount_not_allowed',
      message: amount,
    });
    await world.setOpen(false);
    const refused = await ana.post('/api/copytrade', { amount: 50 }, headers);
    expect([refused.statusCode, refused.json()]).toEqual([409, { code: 'copytrade_closed', message: closed }]);
    expect(await ana.balance()).toBe(500);
  });

  test('[C2] is closed until the operator opens registrations, and the offer says so beforehand', async () => {
    const fresh = await openWorld();
    const ana = await fresh.investor({ balance: '500' });
    expect((await ana.get('/api/copytrade/offer')).json<CopyOffer>()).toEqual({
      Open: false,
      Amounts: amounts,
      Days: 30,
    });
    expect((await ana.post('/api/copytrade', { amount: 50 })).statusCode).toBe(409);
    expect(await fresh.audit()).toEqual([]);
    await fresh.close();
  });

  test('[C3] is refused above the balance, and nothing moves', async () => {
    const ana = await world.investor({ balance: '99.99' });
    const refused = await ana.post('/api/copytrade', { amount: 100 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'insufficient_balance']);
    expect([await ana.balance(), (await ana.get('/api/copytrade')).json()]).toEqual([99.99, []]);
  });

  test.each([
    ['missing', '{}', 'invalid_amount'],
    ['text', '{"amount": "100"}', 'invalid_amount'],
    ['negative', '{"amount": -50}', 'invalid_amount'],
    ['of three decimals', '{"amount": 50.001}', 'invalid_amount'],
    ['null', '{"amount": null}', 'invalid_amount'],
    ['with a field nobody knows', '{"amount": 50, "days": 1}', 'invalid_field'],
  ])('[C1] an amount that is %s is refused', async (_what, payload, code) => {
    const ana = await world.investor({ balance: '500' });
    const headers = { authorization: ana.token, 'content-type': 'application/json' };
    const refused = await world.ask({ method: 'POST', url: '/api/copytrade', headers, payload });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, code]);
    expect(await ana.balance()).toBe(500);
  });

  test('[A1] opening, listing and reporting need a session', async () => {
    for (const url of ['/api/copytrade', '/api/copytrade/report', '/api/copytrade/offer']) {
      expect((await world.ask({ method: 'GET', url })).statusCode).toBe(401);
    }
    const refused = await world.ask({ method: 'POST', url: '/api/copytrade', body: { amount: 50 } });
    expect(refused.statusCode).toBe(401);
  });

  test('[C1] customers see only their own licences', async () => {
    const [ana, bia] = [await world.investor({ balance: '100' }), await world.investor({ balance: '100' })];
    await ana.post('/api/copytrade', { amount: 100 });
    expect((await ana.get('/api/copytrade')).json<Licence[]>()).toHaveLength(1);
    expect((await bia.get('/api/copytrade')).json<Licence[]>()).toHaveLength(0);
  });

  test('[C1] the list comes in pages, newest first, and by span', async () => {
    const ana = await world.investor({ balance: '1000' });
    for (let day = 0; day < 3; day += 1) {
      await ana.post('/api/copytrade', { amount: 50 });
      world.forward(1);
    }
    const first = await ana.get('/api/copytrade?limit=2');
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const starts = [...first.json<Licence[]>(), ...(await ana.get(next)).json<Licence[]>()].map(({ Start }) => Start);
    expect(starts).toHaveLength(3);
    expect(starts).toEqual(starts.toSorted().toReversed());
    expect((await ana.get(`/api/copytrade?end=${starts[0]}`)).json<Licence[]>()).toHaveLength(2);
  });
});

describe('concurrent openings', () => {
  test('[C3] two hundred licences of 50 on a balance of 500 open exactly ten', async () => {
    const ana = await world.investor({ balance: '500' });
    const answers = await Promise.all(Array.from({ length: 200 }, () => ana.post('/api/copytrade', { amount: 50 })));
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(10);
    expect(codes.filter((code) => code === 422)).toHaveLength(190);
    expect(await ana.balance()).toBe(0);
  });

  test('[C3] fifty identical posts with one idempotency key open one licence and get the same answer', async () => {
    const ana = await world.investor({ balance: '500' });
    const headers = { 'idempotency-key': 'the same intent' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ana.post('/api/copytrade', { amount: 100 }, headers)),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await ana.balance()).toBe(400);
  });
});
