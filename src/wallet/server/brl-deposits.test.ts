import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { ExchangeRates, Transfer } from '../contract.ts';
import { purgeOldBrlHours } from './brl-deposits.ts';
import { brlDepositLimitHour } from './wallet-settings.ts';

let world: WalletWorld;
let people: TestInvestor[];

beforeAll(async () => {
  world = await openWalletWorld();
  people = [];
  for (let count = 0; count < 6; count += 1) people.push(await world.investor());
  const [ana] = people;
  await vi.waitFor(async () => {
    expect((await ana?.get('/api/rates'))?.json<ExchangeRates>().Usdbrl.High).toBeGreaterThan(0);
  }, 20_000);
  await world.db.query('INSERT INTO accepted_rates (high, low, quoted_at) VALUES (5000000, 5000000, now())');
  await transaction(world.db, (tx) => writeSetting(tx, brlDepositLimitHour, 4000));
});
// Each test has an hour of its own.
beforeEach(() => world.forward(1));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function bring(
  who: TestInvestor,
  amount: number,
  currency = 'brl',
): Promise<[status: number, code: string | undefined]> {
  const answer = await who.post('/api/deposit', { amount, user: who.id, currency });
  return [answer.statusCode, answer.json<{ code?: string }>().code];
}

const byStatus = ([one]: readonly unknown[], [other]: readonly unknown[]): number => Number(one) - Number(other);

const full = [409, 'brl_hour_full'];
const made = [201, undefined];

test('[F6] a customer brings a quarter of the hour’s reais, the others theirs; USDT and the next hour are open', async () => {
  const [ana, bia] = people as [TestInvestor, TestInvestor];
  expect(await bring(ana, 150)).toEqual(made);
  expect(await bring(ana, 50.01)).toEqual(full);
  expect(await bring(ana, 50)).toEqual(made);
  expect(await bring(ana, 1)).toEqual(full);
  expect(await bring(ana, 1000, 'usdt')).toEqual(made);
  expect(await bring(bia, 200)).toEqual(made);
  world.forward(1 / 24);
  expect(await bring(ana, 200)).toEqual(made);
});

test('[F6] of all customers’ deposits at once, no more are made than the hour allows', async () => {
  const answers = await Promise.all(people.map((person) => bring(person, 190)));
  expect(answers.toSorted(byStatus)).toEqual([...Array.from({ length: 4 }, () => made), full, full]);
});

test('[F6] what the brokerage refuses counts no longer', async () => {
  const [ana] = people as [TestInvestor];
  expect(await bring(ana, 200)).toEqual(made);
  expect(await bring(ana, 200)).toEqual(full);
  const { Id } = (await world.transfers(ana))[0] as Transfer;
  const to = (state: string, rest = '') =>
    world.db.query(`UPDATE broker_transfers SET state = '${state}'${rest} WHERE id = $1`, [Id]);
  await to('sending');
  await to('refused');
  await to('returned', ', due_at = NULL, ended_at = now()');
  expect(await bring(ana, 200)).toEqual(made);
});

test.each([
  ['pt-BR', /reais/],
  ['en', /this hour/],
  ['es', /esta hora/],
  ['zh-CN', /小时/],
  ['fa', /ساعت/],
])('[B7] the refusal is in the reader’s language: %s', async (language, words) => {
  const [ana] = people as [TestInvestor];
  const body = { amount: 500, user: ana.id, currency: 'brl' };
  expect((await ana.post('/api/deposit', body, { 'accept-language': language })).json().message).toMatch(words);
});

test('[O3] old hours are purged, and the audit still holds', async () => {
  await bring(people[0] as TestInvestor, 10);
  world.forward(5);
  await bring(people[0] as TestInvestor, 10);
  await purgeOldBrlHours(world.db);
  expect(await world.db.query('SELECT FROM brl_deposit_hours')).toHaveLength(1);
});
