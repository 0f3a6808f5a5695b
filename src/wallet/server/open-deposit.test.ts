import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { ExchangeRates, Transfer } from '../contract.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { minDepositUsd } from './wallet-settings.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

let world: WalletWorld;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openWalletWorld();
  ana = await world.investor();
  await vi.waitFor(async () => expect((await readRates()).Usdbrl.High).toBeGreaterThan(0), 20_000);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function readRates(): Promise<ExchangeRates> {
  return (await ana.get('/api/rates')).json<ExchangeRates>();
}

async function countTransfers(): Promise<number> {
  return (await world.db.query('SELECT id FROM broker_transfers')).length;
}

test('[F4] a deposit is stored first: in progress, nothing credited, nothing sent', async () => {
  const deposit = await world.deposit(ana, { amount: 150.5 });
  expect(deposit).toMatchObject({
    Status: 'in_progress',
    Amount: 150.5,
    Date: world.now.toISOString(),
  });
  expect(deposit.Notes).toBe('Aguardando a confirmação da corretora.');
  expect(await ana.balance()).toBe(0);
  expect(await world.sandbox.book()).toEqual([]);
});

test('[F2] USDT is one to one and free of charge', async () => {
  expect(await world.deposit(ana, { amount: 12.34 })).toMatchObject({ Currency: 'usdt', Rate: 1, Fee: 0, Net: 12.34 });
});

test('[F2] reais use the high of the rate, rounded up to a cent', async () => {
  const { Usdbrl } = await readRates();
  const deposit = await world.deposit(ana, { amount: 10.01, currency: 'brl' });
  expect(deposit).toMatchObject({ Currency: 'brl', Rate: Usdbrl.High, Fee: 0 });
  expect(deposit.Net).toBe(Number((Math.ceil(Number((1001 * Usdbrl.High).toFixed(6))) / 100).toFixed(2)));
});

test.each([0, -1, 0.001, 1_000_000_001, '10', true, null, [10], Number.NaN])(
  '[F1] rejects an invalid amount: %o',
  async (amount) => {
    const before = await countTransfers();
    const answer = await ana.post('/api/deposit', { amount, user: ana.id, currency: 'usdt' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_amount', message: 'Informe um valor válido.' });
    expect(await countTransfers()).toBe(before);
  },
);

test.each([
  { currency: 'eur' },
  { currency: 'BRL' },
  { currency: undefined },
  { user: undefined },
  { user: 7 },
  { note: 'x' },
])('[F1] rejects a deposit with a wrong, missing or unknown field: %o', async (change) => {
  const before = await countTransfers();
  const answer = await ana.post('/api/deposit', { amount: 10, user: ana.id, currency: 'usdt', ...change });
  expect(answer.statusCode).toBe(422);
  expect(await countTransfers()).toBe(before);
});

test('[F4] accepts only one’s own account: another’s Uuid, an unknown and a malformed one are refused alike', async () => {
  const bia = await world.investor();
  const before = await countTransfers();
  for (const user of [bia.id, randomUUID(), '', 'ana', `${ana.id}x`]) {
    const answer = await ana.post('/api/deposit', { amount: 10, user, currency: 'usdt' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'not_your_account', message: 'Esta conta não é a sua.' });
  }
  expect(await countTransfers()).toBe(before);
});

test.each(['/api/transfers', '/api/rates'])('[A1] %s requires a token', async (url) => {
  expect((await world.ask({ method: 'GET', url })).statusCode).toBe(401);
});

test('[A1] a deposit requires a token', async () => {
  const body = { amount: 10, user: ana.id, currency: 'usdt' };
  const before = await countTransfers();
  const answer = await world.ask({
    method: 'POST',
    url: '/api/deposit',
    body,
    headers: { authorization: randomUUID() },
  });
  expect(answer.statusCode).toBe(401);
  expect(await countTransfers()).toBe(before);
});

test('[F4] twenty identical requests under one key are one deposit with identical answers', async () => {
  const key = randomUUID();
  const body = { amount: 77, user: ana.id, currency: 'usdt' };
  const before = await countTransfers();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ana.post('/api/deposit', body, { 'idempotency-key': key })),
  );
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(19);
  expect(await countTransfers()).toBe(before + 1);

  const other = await ana.post('/api/deposit', { ...body, amount: 78 }, { 'idempotency-key': key });
  expect(other.statusCode).toBe(409);
});

test('[F4] lists only the owner’s transfers, newest first, in pages, by direction and period', async () => {
  const bia = await world.investor();
  const made: Transfer[] = [];
  for (let day = 0; day < 5; day += 1) {
    made.unshift(await world.deposit(bia, { amount: day + 1 }));
    world.forward(1);
  }
  const first = await bia.get('/api/transfers?limit=2');
  expect(first.json<Transfer[]>().map(({ Id }) => Id)).toEqual(made.slice(0, 2).map(({ Id }) => Id));
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  expect((await bia.get(next)).json<Transfer[]>().map(({ Id }) => Id)).toEqual(made.slice(2, 4).map(({ Id }) => Id));

  const oneDay = `start=${made[1]?.Date}&end=${made[0]?.Date}`;
  expect((await bia.get(`/api/transfers?${oneDay}`)).json<Transfer[]>()).toEqual([made[1]]);
  expect((await bia.get('/api/transfers?direction=deposit')).json()).toHaveLength(5);
  expect((await bia.get('/api/transfers?direction=withdrawal')).json()).toEqual([]);
  expect((await bia.get('/api/transfers?direction=sideways')).statusCode).toBe(422);
  const hers = await world.transfers(ana);
  expect(hers.filter(({ Id }) => made.some((deposit) => deposit.Id === Id))).toEqual([]);
});

test.each([
  ['en', 'Waiting for the broker to confirm.'],
  ['es', 'Esperando la confirmación del bróker.'],
  ['zh-CN', '正在等待券商确认。'],
  ['fa', 'در انتظار تأیید کارگزاری.'],
])('[B7] the note is in the reader’s language, whichever the request was made in: %s', async (language, note) => {
  const bia = await world.investor();
  await world.deposit(bia);
  const [read] = (await bia.get('/api/transfers', { 'accept-language': language })).json<Transfer[]>();
  expect(read?.Notes).toBe(note);
});

test('[F1] rejects less than the minimum, naming it, and accepts the minimum', async () => {
  const bring = (amount: number, language = 'pt-BR') =>
    ana.post('/api/deposit', { amount, user: ana.id, currency: 'usdt' }, { 'accept-language': language });
  const setMinimum = (value: number) =>
    transaction(world.db, async (tx) => void (await writeSetting(tx, minDepositUsd, value)));
  expect((await ana.get('/api/deposit/terms')).json()).toEqual({ Minimum: 0.01 });
  expect((await bring(0.01)).statusCode).toBe(201);
  await setMinimum(12.5);
  expect((await ana.get('/api/deposit/terms')).json()).toEqual({ Minimum: 12.5 });
  const refused = await bring(12.49);
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    { code: 'below_minimum', message: 'O mínimo para trazer é US$\u00a012,50.', details: { minimum: 12.5 } },
  ]);
  expect((await bring(12.49, 'en')).json().message).toBe('The minimum you can bring is $12.50.');
  expect((await bring(12.5)).statusCode).toBe(201);
  await setMinimum(1);
  expect((await world.ask({ method: 'GET', url: '/api/deposit/terms' })).statusCode).toBe(401);
});

test.each([0, -1, 0.001, 'ten', null])('[F1] the minimum cannot be %j', async (value) => {
  expect(await transaction(world.db, (tx) => writeSetting(tx, minDepositUsd, value))).toBe(false);
});
