import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Setting, writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { standardPlan } from '../vault-plan.ts';
import { listed, opened, vaultInvestor } from './testing/vault-world.ts';
import { vaultAmounts, vaultDays, vaultRate } from './vault-settings.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const deposit = '/api/vault/deposit';

describe('the terms', () => {
  test('[V3] a deposit without accepting them is refused, and nothing moves', async () => {
    const ana = await world.investor({ balance: '500' });
    const refused = await ana.post(deposit, { amount: 100 });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { code: 'vault_terms_required', message: 'Aceite os termos do PrimeVault antes de investir.' },
    ]);
    expect(await ana.balance()).toBe(500);
  });

  test('[V3] accepting them is idempotent and permanent', async () => {
    const ana = await world.investor({ balance: '500' });
    for (const _time of [1, 2]) {
      const accepted = await ana.post('/api/vault/subscribe', { terms: true });
      expect([accepted.statusCode, accepted.body]).toEqual([204, '']);
    }
    world.forward(400);
    expect((await ana.post(deposit, { amount: 100 })).statusCode).toBe(201);
    const rows = await world.db.query('SELECT FROM vault_acceptances WHERE customer_id = $1', [ana.id]);
    expect(rows).toHaveLength(1);
  });

  test('[V3] the plan shows the offer and whether they are accepted', async () => {
    const ana = await world.investor();
    const plan = async (): Promise<unknown> => (await ana.get('/api/vault/plan')).json();
    const offer = { Days: 180, Rate: 30, Amounts: [...standardPlan.amounts] };
    expect(await plan()).toEqual({ ...offer, TermsAccepted: false });
    await ana.post('/api/vault/subscribe', { terms: true });
    expect(await plan()).toEqual({ ...offer, TermsAccepted: true });
  });

  test('[V3] fifty concurrent acceptances all succeed', async () => {
    const ana = await world.investor();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ana.post('/api/vault/subscribe', { terms: true })),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([204]));
  });

  test.each([{ terms: false }, { terms: 'true' }, { terms: 1 }, {}, { terms: true, more: 1 }])(
    '[V3] rejects %j as acceptance',
    async (body) => {
      const ana = await world.investor({ balance: '500' });
      const refused = await ana.post('/api/vault/subscribe', body);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
      expect((await ana.post(deposit, { amount: 100 })).statusCode).toBe(403);
    },
  );

  test('[V3] one customer’s acceptance does not count for another', async () => {
    await vaultInvestor(world, '500');
    const bia = await world.investor({ balance: '500' });
    expect((await bia.post(deposit, { amount: 100 })).json<{ code: string }>().code).toBe('vault_terms_required');
  });
});

describe('a deposit', () => {
  test('[V2] [V3] puts the amount into the vault and returns the agreed terms', async () => {
    world.now = new Date('2027-05-10T12:00:00Z');
    const ana = await vaultInvestor(world, '1500.00');
    const answer = await ana.post(deposit, { amount: 1000 });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Start: '2027-05-10T12:00:00.000Z',
      End: '2027-11-06T12:00:00.000Z',
      Rate: 30,
      Amount: 1000,
      Profit: 0,
      Progress: 0,
      Status: 'active',
      Promocode: null,
    });
    expect(await ana.balance()).toBe(500);
    expect(await listed(ana)).toEqual([answer.json()]);
  });

  test('[V3] sets the full promised profit aside from the treasury', async () => {
    const small = await openWorld({ treasury: '74.99' });
    const ana = await vaultInvestor(small, '1000');
    const refused = await ana.post(deposit, { amount: 250 }, { 'accept-language': 'en' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'no_capacity']);
    expect(await ana.balance()).toBe(1000);
    expect((await ana.post(deposit, { amount: 100 })).statusCode).toBe(201);
    expect(await small.audit()).toEqual([]);
    await small.close();
  });

  test('[V3] accepts every amount of the plan and rejects its neighbours', async () => {
    const ana = await vaultInvestor(world, '100000');
    for (const amount of standardPlan.amounts) {
      expect([amount, (await ana.post(deposit, { amount })).statusCode]).toEqual([amount, 201]);
    }
    for (const amount of [0, 0.01, 10, 99, 99.99, 100.01, 101, 200, 300, 1500, 24_999, 50_000, 1_000_000_000]) {
      const refused = await ana.post(deposit, { amount });
      expect([amount, refused.statusCode, refused.json()]).toEqual([
        amount,
        422,
        { code: 'amount_not_allowed', message: 'Escolha um valor que o PrimeVault aceita.' },
      ]);
    }
  });

  test('[V3] rejects more than the balance, and nothing moves', async () => {
    const ana = await vaultInvestor(world, '99.99');
    const refused = await ana.post(deposit, { amount: 100 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'insufficient_balance']);
    expect([await ana.balance(), await listed(ana)]).toEqual([99.99, []]);
  });

  test.each(['"100"', '-100', '100.001', '1000000001', 'null', '[100]', 'true', '100.00000000000000000001', '1e400'])(
    '[V2] rejects %s as an amount',
    async (amount) => {
      const ana = await vaultInvestor(world, '500');
      const refused = await world.ask({
        method: 'POST',
        url: deposit,
        headers: { authorization: ana.token, 'content-type': 'application/json' },
        payload: `{"amount": ${amount}}`,
      });
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_amount']);
      expect(await ana.balance()).toBe(500);
    },
  );

  test.each([
    ['cut short', '{"amount": 100,', 400, 'bad_request'],
    ['with a key twice', '{"amount": 100, "amount": 250}', 400, 'bad_request'],
    ['with a field nobody knows', '{"amount": 100, "rate": 900}', 422, 'invalid_field'],
    ['with a code that is a number', '{"amount": 100, "promocode": 7}', 422, 'invalid_field'],
    ['with a code without end', `{"amount": 100, "promocode": "${'A'.repeat(101)}"}`, 422, 'invalid_field'],
    ['that is empty', '', 422, 'invalid_field'],
  ])('[V2] rejects a body %s', async (_what, payload, status, code) => {
    const ana = await vaultInvestor(world, '500');
    const refused = await world.ask({
      method: 'POST',
      url: deposit,
      headers: { authorization: ana.token, 'content-type': 'application/json' },
      payload,
    });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code]);
    expect(await ana.balance()).toBe(500);
  });

  test('[V3] rejects a missing or unknown token', async () => {
    for (const [method, url, body] of [
      ['POST', deposit, { amount: 100 }],
      ['POST', '/api/vault/subscribe', { terms: true }],
      ['GET', '/api/vault/investments', undefined],
      ['GET', '/api/vault/quote?amount=100', undefined],
      ['GET', '/api/vault/plan', undefined],
    ] as const) {
      for (const headers of [{}, { authorization: 'x'.repeat(43) }]) {
        const refused = await world.ask({ method, url, headers, ...(body ? { body } : {}) });
        expect([url, refused.statusCode]).toEqual([url, 401]);
      }
    }
  });

  test.each([
    ['pt-BR', 'Aceite os termos do PrimeVault antes de investir.'],
    ['en', 'Accept the terms of PrimeVault before you invest.'],
    ['es', 'Acepta los términos de PrimeVault antes de invertir.'],
    ['zh-CN', '投资前请先接受 PrimeVault 的条款。'],
    ['fa', 'پیش از سرمایه‌گذاری، شرایط PrimeVault را بپذیرید.'],
  ])('[V3] words the refusal in %s', async (language, message) => {
    const ana = await world.investor({ balance: '500' });
    const refused = await ana.post(deposit, { amount: 100 }, { 'accept-language': language });
    expect(refused.json()).toEqual({ code: 'vault_terms_required', message });
  });
});

describe('concurrent deposits', () => {
  test('[V3] two hundred of 100 on a balance of 1000 open exactly ten', async () => {
    const ana = await vaultInvestor(world, '1000');
    const answers = await Promise.all(Array.from({ length: 200 }, () => ana.post(deposit, { amount: 100 })));
    const codes = answers.map((answer) => answer.statusCode);
    expect([codes.filter((code) => code === 201).length, codes.filter((code) => code === 422).length]).toEqual([
      10, 190,
    ]);
    expect(await ana.balance()).toBe(0);
    expect(await listed(ana, 'limit=500')).toHaveLength(10);
  });

  test('[V3] fifty identical posts with one idempotency key open one investment and get the same answer', async () => {
    const ana = await vaultInvestor(world, '500');
    const headers = { 'idempotency-key': 'the same intent' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => ana.post(deposit, { amount: 100 }, headers)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(await ana.balance()).toBe(400);
  });

  test('[V3] the same key with another body is a conflict; another customer’s key is independent', async () => {
    const [ana, bia] = [await vaultInvestor(world, '500'), await vaultInvestor(world, '500')];
    const headers = { 'idempotency-key': 'key-1' };
    expect((await ana.post(deposit, { amount: 100 }, headers)).statusCode).toBe(201);
    const reused = await ana.post(deposit, { amount: 250 }, headers);
    expect([reused.statusCode, reused.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_reused']);
    expect((await bia.post(deposit, { amount: 250 }, headers)).statusCode).toBe(201);
  });

  test('[V3] stakes and the vault share one balance and one treasury without losing a cent', async () => {
    const ana = await vaultInvestor(world, '1000');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 === 0 ? ana.post(deposit, { amount: 100 }) : ana.post('/api/stake', { amount: 100, time_stake: 30 }),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(10);
    expect(await ana.balance()).toBe(0);
  });
});

test('[V3] changed settings apply to new investments only', async () => {
  const ana = await vaultInvestor(world, '500');
  const before = await opened(ana, 100);
  const set = (setting: Setting, value: unknown): Promise<boolean> =>
    transaction(world.db, (tx) => writeSetting(tx, setting, value));
  await set(vaultDays, 90);
  await set(vaultRate, 12.5);
  await set(vaultAmounts, [40, 400]);
  const after = await opened(ana, 400);
  expect((Date.parse(after.End) - Date.parse(after.Start)) / 86_400_000).toBe(90);
  expect([before.Rate, after.Rate]).toEqual([30, 12.5]);
  expect((await ana.post(deposit, { amount: 100 })).json<{ code: string }>().code).toBe('amount_not_allowed');
  expect(await listed(ana)).toEqual(expect.arrayContaining([before, after]));
});
