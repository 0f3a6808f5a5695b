import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { stakePlans } from '../plans.ts';
import type { Stake } from '../contract.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const open = (amount: unknown, days: unknown): object => ({ amount, time_stake: days });

describe('opening a stake', () => {
  test('[S7] locks the amount and returns the agreed terms', async () => {
    const ana = await world.investor({ balance: '500.00' });
    const answer = await ana.post('/api/stake', open(300, 30));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Start: '2026-03-02T12:00:00.000Z',
      End: '2026-04-01T12:00:00.000Z',
      Days: 30,
      Rate: 10,
      CancelFee: 40,
      Amount: 300,
      Profit: 0,
      Progress: 0,
      Status: 'in_progress',
    });
    expect(await ana.balance()).toBe(200);
  });

  test('[S7] sets the full promised profit aside from the treasury', async () => {
    const small = await openWorld({ treasury: '29.99' });
    const ana = await small.investor({ balance: '1000' });
    const refused = await ana.post('/api/stake', open(300, 30), { 'accept-language': 'en' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({ code: 'no_capacity', message: expect.stringMatching(/no capacity right now/) });
    expect(await ana.balance()).toBe(1000);
    const taken = await ana.post('/api/stake', open(100, 30));
    expect(taken.statusCode).toBe(201);
    expect(await small.audit()).toEqual([]);
    await small.close();
  });

  test('[S2] accepts every amount of every period and rejects its neighbours', async () => {
    const ana = await world.investor({ balance: '200000' });
    for (const plan of stakePlans) {
      for (const amount of plan.amounts) {
        const taken = await ana.post('/api/stake', open(amount, plan.days));
        expect([plan.days, amount, taken.statusCode]).toEqual([plan.days, amount, 201]);
      }
      for (const amount of [0, 5, 15, 110, 250, 310, 1100, 2500, 6000, 15_000, 30_000, 10.5]) {
        if (plan.amounts.includes(amount)) continue;
        const refused = await ana.post('/api/stake', open(amount, plan.days));
        expect([plan.days, amount, refused.statusCode]).toEqual([plan.days, amount, 422]);
        expect(refused.json()).toEqual({
          code: 'amount_not_allowed',
          message: 'Escolha um valor válido para o período selecionado.',
        });
      }
    }
  });

  test('[S4] an unknown period accepts no amount', async () => {
    const ana = await world.investor({ balance: '500' });
    for (const days of [0, -30, 1, 31, 45, 364, 2 ** 31]) {
      const refused = await ana.post('/api/stake', open(100, days));
      expect([days, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        days,
        422,
        'amount_not_allowed',
      ]);
    }
  });

  test.each([
    ['pt-BR', 'Escolha um valor válido para o período selecionado.'],
    ['en', 'Choose a valid amount for the selected period.'],
    ['es', 'Elige un monto válido para el período seleccionado.'],
    ['zh-CN', '请为所选期限选择有效金额。'],
    ['fa', 'برای دورهٔ انتخاب‌شده مبلغ معتبری انتخاب کنید.'],
  ])('[S4] words the refusal in %s', async (language, message) => {
    const ana = await world.investor();
    const refused = await ana.post('/api/stake', open(15, 30), { 'accept-language': language });
    expect(refused.json()).toEqual({ code: 'amount_not_allowed', message });
  });

  test('[S7] rejects more than the balance, and nothing moves', async () => {
    const ana = await world.investor({ balance: '299.99' });
    const refused = await ana.post('/api/stake', open(300, 30));
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toEqual({ code: 'insufficient_balance', message: 'Saldo insuficiente.' });
    expect(await ana.balance()).toBe(299.99);
    expect((await ana.get('/api/stakes')).json()).toEqual([]);
  });

  test.each([
    ['text', '"100"'],
    ['a negative number', '-100'],
    ['three decimals', '100.001'],
    ['more than a billion', '1000000001'],
    ['null', 'null'],
    ['a list', '[100]'],
    ['true', 'true'],
    ['more digits than a number holds', '100.00000000000000000001'],
    ['a number beyond all numbers', '1e400'],
  ])('[S4] rejects an amount that is %s', async (_what, amount) => {
    const ana = await world.investor({ balance: '500' });
    const refused = await world.ask({
      method: 'POST',
      url: '/api/stake',
      headers: { authorization: ana.token, 'content-type': 'application/json' },
      payload: `{"amount": ${amount}, "time_stake": 30}`,
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'invalid_amount', message: 'Informe um valor válido.' });
    expect(await ana.balance()).toBe(500);
  });

  test.each([
    ['cut short', '{"amount": 100,', 400, 'bad_request'],
    ['with a key twice', '{"amount": 10, "amount": 100, "time_stake": 30}', 400, 'bad_request'],
    ['with a field nobody knows', '{"amount": 100, "time_stake": 30, "rate": 900}', 422, 'invalid_field'],
    ['with days as text', '{"amount": 100, "time_stake": "30"}', 422, 'invalid_field'],
    ['without days', '{"amount": 100}', 422, 'invalid_field'],
    ['that is a list', '[]', 422, 'invalid_field'],
    ['that is empty', '', 422, 'invalid_field'],
    [
      'of a hundred kilobytes',
      `{"amount": 100, "time_stake": 30, "x": "${'x'.repeat(100_000)}"}`,
      413,
      'payload_too_large',
    ],
  ])('[S4] rejects a body %s', async (_what, payload, status, code) => {
    const ana = await world.investor({ balance: '500' });
    const refused = await world.ask({
      method: 'POST',
      url: '/api/stake',
      headers: { authorization: ana.token, 'content-type': 'application/json' },
      payload,
    });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code]);
    expect(await ana.balance()).toBe(500);
  });

  test('[S4] rejects a body that is not JSON by its content type', async () => {
    const ana = await world.investor({ balance: '500' });
    const refused = await world.ask({
      method: 'POST',
      url: '/api/stake',
      headers: { authorization: ana.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'amount=100&time_stake=30',
    });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([415, 'unsupported_media_type']);
  });

  test('[A1] rejects a missing or unknown token', async () => {
    for (const authorization of ['', 'Bearer', 'x'.repeat(43), "' OR 1=1 --"]) {
      const refused = await world.ask({
        method: 'POST',
        url: '/api/stake',
        headers: authorization ? { authorization } : {},
        body: open(100, 30),
      });
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
    }
  });

  test('[A4] accepts the token with and without a scheme', async () => {
    const ana = await world.investor({ balance: '500' });
    const answer = await ana.post('/api/stake', open(100, 30), { authorization: `Bearer ${ana.token}` });
    expect(answer.statusCode).toBe(201);
  });
});

describe('concurrent openings', () => {
  test('[S7] two hundred stakes of 10 on a balance of 100 open exactly ten', async () => {
    const ana = await world.investor({ balance: '100' });
    const answers = await Promise.all(Array.from({ length: 200 }, () => ana.post('/api/stake', open(10, 30))));
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(10);
    expect(codes.filter((code) => code === 422)).toHaveLength(190);
    expect(await ana.balance()).toBe(0);
    expect((await ana.get('/api/stakes?limit=500')).json<Stake[]>()).toHaveLength(10);
  });

  test('[S7] fifty identical posts with one idempotency key open one stake and get the same answer', async () => {
    const ana = await world.investor({ balance: '500' });
    const headers = { 'idempotency-key': 'the same intent' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => ana.post('/api/stake', open(100, 30), headers)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(await ana.balance()).toBe(400);
  });

  test('[S7] the same key with another body is a conflict; another customer’s key is independent', async () => {
    const [ana, bia] = [await world.investor({ balance: '500' }), await world.investor({ balance: '500' })];
    const headers = { 'idempotency-key': 'key-1' };
    expect((await ana.post('/api/stake', open(100, 30), headers)).statusCode).toBe(201);
    const reused = await ana.post('/api/stake', open(90, 30), headers);
    expect([reused.statusCode, reused.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_reused']);
    expect((await bia.post('/api/stake', open(90, 30), headers)).statusCode).toBe(201);
  });

  test('[S7] a refusal, too, is replayed under the same key', async () => {
    const ana = await world.investor({ balance: '5' });
    const headers = { 'idempotency-key': 'key-2' };
    const first = await ana.post('/api/stake', open(10, 30), headers);
    const again = await ana.post('/api/stake', open(10, 30), headers);
    expect([first.statusCode, again.statusCode]).toEqual([422, 422]);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test.each([
    ['too long', 'x'.repeat(201)],
    ['empty', ''],
    ['not printable', 'ключ'],
  ])('[S7] rejects an idempotency key that is %s', async (_what, key) => {
    const ana = await world.investor({ balance: '500' });
    const refused = await ana.post('/api/stake', open(100, 30), {
      'idempotency-key': Buffer.from(key).toString('latin1'),
    });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_idempotency_key']);
  });
});
