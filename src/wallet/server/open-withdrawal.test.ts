import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { readBalance } from '#ledger/server/account-store.ts';
import { toJsonNumber } from '#money/money.ts';
import type { ExchangeRates, Transfer } from '../contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

let world: WalletWorld;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openWalletWorld();
  ana = await world.saver('100000.00');
  await vi.waitFor(async () => expect((await readRates()).Usdbrl.Low).toBeGreaterThan(0), 20_000);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function readRates(): Promise<ExchangeRates> {
  return (await ana.get('/api/rates')).json<ExchangeRates>();
}

async function heldOf(who: TestInvestor): Promise<number> {
  return toJsonNumber(await readBalance(world.db, who.id, 'held'));
}

async function countTransfers(): Promise<number> {
  return (await world.db.query('SELECT id FROM broker_transfers')).length;
}

test('[F4] a withdrawal is held immediately: out of the balance, nothing sent, in progress', async () => {
  const bia = await world.saver('200.00');
  const withdrawal = await world.withdraw(bia, { amount: 150 });
  expect(withdrawal).toEqual({
    Id: expect.any(String),
    Date: world.now.toISOString(),
    Amount: 150,
    Currency: 'usdt',
    Rate: 1,
    Fee: 3,
    Net: 147,
    Status: 'in_progress',
    Notes: 'Aguardando a confirmação da corretora.',
    Reviewed: false,
  });
  expect([await bia.balance(), await heldOf(bia)]).toEqual([50, 150]);
  expect(await world.sandbox.book()).toEqual([]);
});

test('[F2] reais use the low of the rate, free of charge, rounded down to a cent', async () => {
  const { Usdbrl } = await readRates();
  const withdrawal = await world.withdraw(ana, { amount: 10.01, currency: 'brl' });
  expect(withdrawal).toMatchObject({ Currency: 'brl', Rate: Usdbrl.Low, Fee: 0, Amount: 10.01 });
  expect(withdrawal.Net).toBe(Math.floor(Number((1001 * Usdbrl.Low).toFixed(6))) / 100);
});

test('[F2] refuses reais without a rate, with a retry-after; USDT still works', async () => {
  const { withoutRate, withdraw } = await openWithoutRate();
  const refused = await withdraw('brl');
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ code: 'no_rate', message: expect.stringContaining('Escolha USDT') });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await withdraw('usdt')).statusCode).toBe(201);
  expect(await withoutRate.audit()).toEqual([]);
  await withoutRate.close();
});

async function openWithoutRate() {
  const withoutRate = await openWalletWorld({ RATES_URL: 'http://127.0.0.1:9/none' });
  const bia = await withoutRate.saver('100.00');
  const withdraw = (currency: string) => bia.post('/api/withdraw', { amount: 50, user: bia.id, currency });
  return { withoutRate, withdraw };
}

test.each([0, -1, 0.001, 1_000_000_001, '10', true, null, [10], Number.NaN])(
  '[F1] rejects an invalid amount: %o',
  async (amount) => {
    const before = await countTransfers();
    const answer = await ana.post('/api/withdraw', { amount, user: ana.id, currency: 'usdt' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_amount', message: 'Informe um valor válido.' });
    expect(await countTransfers()).toBe(before);
  },
);

test.each([
  { currency: 'eur' },
  { currency: 'USDT' },
  { currency: undefined },
  { user: undefined },
  { user: 7 },
  { address: 'x' },
])('[F1] rejects a withdrawal with a wrong, missing or unknown field: %o', async (change) => {
  const before = await countTransfers();
  const answer = await ana.post('/api/withdraw', { amount: 10, user: ana.id, currency: 'usdt', ...change });
  expect(answer.statusCode).toBe(422);
  expect(await countTransfers()).toBe(before);
});

test('[F4] accepts only one’s own account: another’s Uuid, an unknown and a malformed one are refused alike', async () => {
  const bia = await world.saver('500.00');
  const before = await countTransfers();
  for (const user of [bia.id, randomUUID(), '', 'ana', `${ana.id}x`]) {
    const answer = await ana.post('/api/withdraw', { amount: 10, user, currency: 'usdt' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'not_your_account', message: 'Esta conta não é a sua.' });
  }
  expect([await countTransfers(), await bia.balance()]).toEqual([before, 500]);
});

test.each(['POST /api/withdraw', 'GET /api/withdraw/terms', 'GET /report/5'])(
  '[A1] %s requires a token and does nothing without one',
  async (call) => {
    const [method, url] = call.split(' ') as ['GET', string];
    const before = await countTransfers();
    const body = { amount: 10, user: ana.id, currency: 'usdt' };
    const answer = await world.ask({ method, url, ...(method === 'GET' ? {} : { body }) });
    expect([answer.statusCode, await countTransfers()]).toEqual([401, before]);
  },
);

test('[A7] a customer without a confirmed address cannot withdraw, and can once it is confirmed', async () => {
  const eva = await world.investor({ balance: '100.00' });
  const withdraw = () => eva.post('/api/withdraw', { amount: 10, user: eva.id, currency: 'usdt' });
  const refused = await withdraw();
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'email_unconfirmed']);
  expect([await eva.balance(), await heldOf(eva)]).toEqual([100, 0]);
  await world.db.query('UPDATE customers SET email_confirmed_at = now() WHERE id = $1', [eva.id]);
  expect((await withdraw()).statusCode).toBe(201);
});

test('[F4] rejects more than the balance, to the cent', async () => {
  const bia = await world.saver('100.00');
  const withdraw = (amount: number) => bia.post('/api/withdraw', { amount, user: bia.id, currency: 'usdt' });
  const refused = await withdraw(100.01);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'insufficient_balance']);
  expect((await withdraw(100)).statusCode).toBe(201);
  expect([await bia.balance(), await heldOf(bia)]).toEqual([0, 100]);
});

test.each([
  [
    'pt-BR',
    'Confirme seu e-mail antes de sacar: abra o link que enviamos para você.',
    'Esta conta não é a sua.',
    'Saldo insuficiente.',
  ],
  [
    'en',
    'Confirm your email before you withdraw: open the link we sent you.',
    'This is not your account.',
    'Insufficient balance.',
  ],
  [
    'es',
    'Confirma tu correo antes de retirar: abre el enlace que te enviamos.',
    'Esta cuenta no es la tuya.',
    'Saldo insuficiente.',
  ],
  ['zh-CN', '提现前请先确认邮箱：打开我们发送给您的链接。', '这不是您的账户。', '余额不足。'],
  [
    'fa',
    'پیش از برداشت، ایمیل خود را تأیید کنید: پیوندی را که فرستاده‌ایم باز کنید.',
    'این حساب متعلق به شما نیست.',
    'موجودی کافی نیست.',
  ],
])('[B7] words a refusal in the customer’s language: %s', async (language, unconfirmed, notYours, tooLittle) => {
  const eva = await world.investor({ balance: '5.00' });
  const bia = await world.saver('5.00');
  const withdraw = async (who: TestInvestor, user: string) => {
    const body = { amount: 10, user, currency: 'usdt' };
    return (await who.post('/api/withdraw', body, { 'accept-language': language })).json().message;
  };
  expect(await withdraw(eva, eva.id)).toBe(unconfirmed);
  expect(await withdraw(bia, eva.id)).toBe(notYours);
  expect(await withdraw(bia, bia.id)).toBe(tooLittle);
});

test('[F4] two hundred concurrent withdrawals of 10 on 100 hold exactly 10 of them', async () => {
  const bia = await world.saver('100.00');
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => bia.post('/api/withdraw', { amount: 10, user: bia.id, currency: 'usdt' })),
  );
  const codes = answers.map((answer) => (answer.statusCode === 201 ? 201 : answer.json().code));
  expect(codes.filter((code) => code === 201)).toHaveLength(10);
  expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(190);
  expect([await bia.balance(), await heldOf(bia)]).toEqual([0, 100]);
}, 60_000);

test('[F4] twenty identical requests under one key are one withdrawal with identical answers', async () => {
  const key = randomUUID();
  const bia = await world.saver('1000.00');
  const body = { amount: 77, user: bia.id, currency: 'usdt' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bia.post('/api/withdraw', body, { 'idempotency-key': key })),
  );
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(19);
  expect([await bia.balance(), await heldOf(bia)]).toEqual([923, 77]);

  const other = await bia.post('/api/withdraw', { ...body, amount: 78 }, { 'idempotency-key': key });
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_key_reused']);
  // A deposit's key is not a withdrawal's.
  const deposit = await bia.post('/api/deposit', body, { 'idempotency-key': key });
  expect(deposit.statusCode).toBe(409);
});

test('[F1] report 5 and the transfers of that direction list the same rows, newest first, only the owner’s', async () => {
  const bia = await world.saver('100.00');
  const made: Transfer[] = [];
  for (let day = 0; day < 3; day += 1) {
    made.unshift(await world.withdraw(bia, { amount: day + 1 }));
    world.forward(1);
  }
  await world.deposit(bia, { amount: 5 });
  expect((await bia.get('/report/5')).json()).toEqual(made);
  expect((await bia.get('/api/transfers?direction=withdrawal')).json()).toEqual(made);
  expect((await bia.get('/api/transfers')).json()).toHaveLength(4);
  const first = await bia.get('/report/5?limit=2');
  expect(first.json()).toEqual(made.slice(0, 2));
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  expect((await bia.get(next)).json()).toEqual(made.slice(2));
  const span = `start=${made[1]?.Date}&end=${made[0]?.Date}`;
  expect((await bia.get(`/report/5?${span}`)).json()).toEqual([made[1]]);
  const hers = (await ana.get('/report/5')).json<Transfer[]>();
  expect(hers.filter(({ Id }) => made.some((withdrawal) => withdrawal.Id === Id))).toEqual([]);
  expect((await bia.get('/report/5?limit=0')).statusCode).toBe(422);
});
