import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { ExchangeRates, Transfer } from '../contract.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

let world: WalletWorld;
let ana: TestInvestor;
let shown: ExchangeRates['Usdbrl'];

beforeAll(async () => {
  world = await openWalletWorld();
  ana = await world.saver('1000');
  await vi.waitFor(async () => {
    shown = (await ana.get('/api/rates')).json<ExchangeRates>().Usdbrl;
    expect(shown.High).toBeGreaterThan(0);
  }, 20_000);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const input = { amount: 100, currency: 'brl' };

function ask(path: string, rate: number | string | undefined, body: object = input, who = ana) {
  const headers = rate === undefined ? {} : { 'quoted-rate': String(rate) };
  return who.post(path, { ...body, user: who.id }, headers);
}

async function accept(high: number, low: number): Promise<void> {
  const sides = [high, low].map((side) => BigInt(Math.round(side * 1e6)));
  await world.db.query('INSERT INTO accepted_rates (high, low, quoted_at) VALUES ($1, $2, now())', sides);
}

/** This rate was in force and these saw it; now the usual one is in force again. */
async function showTo(seers: readonly TestInvestor[], rate: number): Promise<void> {
  await accept(rate, rate);
  for (const seer of seers) expect((await seer.get('/api/rates')).json<ExchangeRates>().Usdbrl.High).toBe(rate);
  await accept(shown.High, shown.Low);
}

/** Ana, logged in elsewhere too. */
async function anotherSession(): Promise<TestInvestor> {
  const token = drawToken();
  await world.db.query(
    `INSERT INTO sessions (token_hash, customer_id, kept, expires_at) VALUES ($1, $2, true, now() + interval '1 day')`,
    [hashOfToken(token), ana.id],
  );
  return { ...ana, post: (url, body, headers) => ana.post(url, body, { authorization: token, ...headers }) };
}

const byStatus = ([one]: unknown[], [other]: unknown[]): number => Number(one) - Number(other);

async function said(answering: ReturnType<typeof ask>): Promise<unknown[]> {
  const answer = await answering;
  const { Rate, code } = answer.json<{ Rate?: number; code?: string }>();
  return [answer.statusCode, Rate ?? code];
}

test.each([
  ['/api/deposit', 'High'],
  ['/api/withdraw', 'Low'],
] as const)('[F2] %s uses the rate that was shown, and the current one where none is named', async (path, side) => {
  for (const rate of [shown[side], undefined]) {
    const answer = await ask(path, rate);
    expect([answer.statusCode, answer.json<Transfer>().Rate]).toEqual([201, shown[side]]);
  }
});

test.each(['/api/deposit', '/api/withdraw'])(
  '[F2] %s rejects a rate that no longer holds, and nothing is stored or held',
  async (path) => {
    const [before, held] = [await world.transfers(ana), await ana.balance()];
    await accept(7.25, 7.25);
    await accept(shown.High, shown.Low);
    for (const rate of [7.25, 9.99, (shown.High + 0.0001).toFixed(4)]) {
      const refused = await ask(path, rate);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'rate_changed', details: { rate: path === '/api/deposit' ? shown.High : shown.Low } },
      ]);
    }
    expect([await world.transfers(ana), await ana.balance()]).toEqual([before, held]);
  },
);

const paths = ['/api/deposit', '/api/withdraw'];

test.each(paths)('[F6] %s honours a replaced rate once, for the session that was shown it', async (path) => {
  const bia = await world.saver('1000');
  const another = await anotherSession();
  await showTo([ana], 6.5);
  for (const stranger of [bia, another])
    expect(await said(ask(path, 6.5, input, stranger))).toEqual([409, 'rate_changed']);
  expect(await said(ask(path, 6.5))).toEqual([201, 6.5]);
  for (const again of paths) expect(await said(ask(again, 6.5))).toEqual([409, 'rate_changed']);
});

test.each(paths)('[F6] %s: of five at once at a replaced rate, one is made', async (path) => {
  await showTo([ana], 6.75);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => said(ask(path, 6.75, { amount: 1, currency: 'brl' }))),
  );
  expect(answers.toSorted(byStatus)).toEqual([[201, 6.75], ...Array.from({ length: 4 }, () => [409, 'rate_changed'])]);
});

test('[F6] a rate agreed to while it was in force is not honoured again once replaced', async () => {
  await accept(6.6, 6.6);
  await ana.get('/api/rates');
  expect(await said(ask('/api/deposit', 6.6))).toEqual([201, 6.6]);
  expect(await said(ask('/api/deposit', 6.6))).toEqual([201, 6.6]);
  await accept(shown.High, shown.Low);
  expect(await said(ask('/api/deposit', 6.6))).toEqual([409, 'rate_changed']);
});

test('[F6] a refused call uses up no rate', async () => {
  await showTo([ana], 6.55);
  expect(await said(ask('/api/withdraw', 6.55, { amount: 1_000_000, currency: 'brl' }))).toEqual([
    422,
    'insufficient_balance',
  ]);
  expect(await said(ask('/api/withdraw', 6.55))).toEqual([201, 6.55]);
});

test.each(['a newer one was shown', 'two minutes have passed', 'an operator has approved another'])(
  '[F6] a replaced rate is not honoured when %s',
  async (what) => {
    await showTo([ana], 6.25);
    if (what.startsWith('a newer')) await ana.get('/api/rates');
    if (what.startsWith('two'))
      await world.db.query(`UPDATE shown_rates SET shown_at = now() - interval '121 seconds'`);
    const isApproved = what.startsWith('an operator');
    const newest = 'WHERE id = (SELECT max(id) FROM accepted_rates)';
    if (isApproved) await world.db.query(`UPDATE accepted_rates SET by_operator = true ${newest}`);
    expect(await said(ask('/api/deposit', 6.25))).toEqual([409, 'rate_changed']);
    if (isApproved) await world.db.query(`UPDATE accepted_rates SET by_operator = false ${newest}`);
  },
);

test('[F2] USDT ignores a quoted rate', async () => {
  expect((await ask('/api/deposit', '9.99', { amount: 1, currency: 'usdt' })).json()).toMatchObject({
    Rate: 1,
    Net: 1,
  });
});

test.each(['', '0', '-5', '5,4', '1e3', '12345', '5.1234567'])('[F2] rejects %j as a rate', async (rate) => {
  const answer = await ask('/api/deposit', rate);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual(
    rate === '0' ? [409, 'rate_changed'] : [422, 'invalid_field'],
  );
});

test('[F2] a retry under its key at another rate returns the first transfer', async () => {
  const send = (rate: number) =>
    ana.post(
      '/api/deposit',
      { ...input, user: ana.id },
      { 'idempotency-key': 'lost answer', 'quoted-rate': String(rate) },
    );
  const made = await send(shown.High);
  const again = await send(9.99);
  expect([again.statusCode, again.headers['idempotency-replayed'], again.json()]).toEqual([201, 'true', made.json()]);
});
