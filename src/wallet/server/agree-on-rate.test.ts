import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { ExchangeRates, Transfer } from '../contract.ts';
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

function ask(path: string, rate: number | string | undefined, body: object = input) {
  const headers = rate === undefined ? {} : { 'quoted-rate': String(rate) };
  return ana.post(path, { ...body, user: ana.id }, headers);
}

/** Accepts a rate before the present one, last seen this long ago. */
async function show(low: number, ago: string): Promise<void> {
  const text = `INSERT INTO accepted_rates (high, low, quoted_at, last_seen_at) VALUES ($1, $1, now(), now() - $2::interval)`;
  await world.db.query(text, [BigInt(Math.round(low * 1e6)), ago]);
  const present = [shown.High, shown.Low].map((side) => BigInt(Math.round(side * 1e6)));
  await world.db.query('INSERT INTO accepted_rates (high, low, quoted_at) VALUES ($1, $2, now())', present);
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
    await show(7.25, '10 minutes');
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

test('[F2] a rate last seen a minute ago still holds', async () => {
  await show(6.5, '1 minute');
  const answer = await ask('/api/withdraw', '6.5');
  expect(answer.json()).toMatchObject({ Rate: 6.5, Net: 650, Fee: 0 });
});

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
