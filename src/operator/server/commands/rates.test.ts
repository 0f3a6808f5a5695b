import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { ExchangeRates } from '#wallet/contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { watchRates } from '#wallet/server/watch-rates.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

/** What a rate source can do to the house, and who can allow it. */
let world: WalletWorld;
let ana: TestInvestor;
let source: Server;
let address: string;
/** The answers of the two sources; null means unavailable. */
let says: [first: object | null, second: object | null];
let logged: { level: string; why?: string }[];

beforeAll(async () => {
  world = await openWalletWorld({ RATES_URL: '' });
  source = createServer((request, response) => {
    const said = says[request.url === '/second' ? 1 : 0];
    response.writeHead(said ? 200 : 503).end(said ? JSON.stringify({ USDBRL: said }) : '');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => source.once('listening', resolve));
  address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await world.db.query('DELETE FROM accepted_rates');
  await world.db.query('DELETE FROM refused_rates');
  ana = await world.saver('1000.00');
  logged = [];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  source.close();
  await world.close();
});

const minutes = (ago: number): string => String(Math.floor(Date.now() / 1000 - ago * 60));

function quote(high: unknown, low: unknown, minutesAgo = 0): object {
  return { code: 'USD', codein: 'BRL', high, low, timestamp: minutes(minutesAgo) };
}

/** Makes one server check its sources once; each call is a separate server. */
async function look(
  first: object | null,
  second?: object | null,
  mode: 'sandbox' | 'production' = 'sandbox',
): Promise<void> {
  says = [first, second ?? null];
  const to = (level: string) => (line: object) => void logged.push({ level, ...line });
  const watch = watchRates({
    db: world.db,
    config: { mode, ratesUrl: `${address}/first`, ratesUrl2: second === undefined ? '' : `${address}/second` },
    log: { warn: to('warn'), error: to('error') } as never,
  });
  watch.stop();
  await watch.refresh();
}

const good = () => quote('5.46', '5.42');
const mad = () => quote('9999.99', '9999.98');

async function ratesNow(): Promise<ExchangeRates> {
  return (await ana.get('/api/rates')).json<ExchangeRates>();
}

async function ask(path: '/api/withdraw' | '/api/deposit', shown?: string): Promise<[status: number, said: unknown]> {
  const headers = shown === undefined ? {} : { 'quoted-rate': shown };
  const answer = await ana.post(path, { amount: 10, user: ana.id, currency: 'brl' }, headers);
  const body = answer.json<{ code?: string; Rate?: number }>();
  return [answer.statusCode, body.code ?? body.Rate];
}

async function expectClosed(why: string): Promise<void> {
  expect(await ratesNow()).toEqual({ Usdbrl: { High: 0, Low: 0, At: null }, Stale: true, Closed: why });
  for (const path of ['/api/withdraw', '/api/deposit'] as const) {
    const answer = await ana.post(path, { amount: 10, user: ana.id, currency: 'brl' });
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'no_rate', details: { why } }]);
  }
  const usdt = await ana.post('/api/withdraw', { amount: 10, user: ana.id, currency: 'usdt' });
  expect(usdt.statusCode).toBe(201);
}

test.each([
  ['low 9999.98', '9999.99', '9999.98', 'change'],
  ['high 0.000001', '0.000001', '0.000001', 'change'],
  ['five per cent more', '5.733', '5.691', 'change'],
  ['sides far apart', '5.46', '5.2', 'spread'],
  ['the wrong way round', '5.42', '5.46', 'senseless'],
  ['nothing', '0', '0', 'senseless'],
  ['less than nothing', '5.46', '-5.42', 'senseless'],
  ['too many digits', '54682.1', '54242.1', 'senseless'],
  ['too many decimals', '5.4600000001', '5.42', 'senseless'],
  ['words', 'NaN', 'Infinity', 'senseless'],
  ['another shape', 5.46, 5.42, 'senseless'],
])('[L2] %s closes BRL for everybody until an operator accepts a rate', async (_what, high, low, why) => {
  await look(good());
  expect(await ask('/api/withdraw')).toEqual([201, 5.42]);
  await look(quote(high, low));
  await expectClosed('refused');
  expect(logged.filter(({ level }) => level === 'error').map((line) => line.why)).toEqual([why]);
  // A rate already shown is void once withdrawn, and the refusal stands even if the source corrects itself.
  expect(await ask('/api/withdraw', '5.42')).toEqual([503, 'no_rate']);
  await look(good());
  await expectClosed('refused');
  const { exit } = await lastroOf(world)('rates accept', '--reason', 'the source is right again');
  expect([exit, await ask('/api/withdraw'), await ask('/api/deposit')]).toEqual([0, [201, 5.42], [201, 5.46]]);
});

test.each([
  ['2001', 13_000_000],
  ['Friday’s close, on Sunday', 2 * 24 * 60],
  ['of an hour and a minute ago', 61],
])('[L2] a quote of %s is not used; BRL reopens automatically with a new one', async (_when, ago) => {
  await look(quote('5.46', '5.42', ago));
  await expectClosed('away');
  await look(good());
  expect(await ask('/api/withdraw')).toEqual([201, 5.42]);
  await world.db.query(`UPDATE accepted_rates SET quoted_at = now() - $1 * interval '1 minute'`, [ago]);
  await look(quote('5.46', '5.42', ago));
  await expectClosed('too_old');
  expect(await ask('/api/withdraw', '5.42')).toEqual([503, 'no_rate']);
  await look(quote('5.5', '5.46'));
  expect(await ask('/api/withdraw')).toEqual([201, 5.46]);
});

test('[F3] [L2] with the source away, the last rate is stale after a minute and unusable after fifteen', async () => {
  await look(good());
  const seenAgo = (seconds: number) =>
    world.db.query(`UPDATE accepted_rates SET last_seen_at = now() - $1 * interval '1 second'`, [seconds]);
  const seen: unknown[] = [];
  for (const seconds of [50, 70, 890]) {
    await seenAgo(seconds);
    await look(null);
    const { Usdbrl, Stale } = await ratesNow();
    seen.push([Usdbrl.High, Stale]);
  }
  expect(seen).toEqual([
    [5.46, false],
    [5.46, true],
    [5.46, true],
  ]);
  await seenAgo(901);
  await expectClosed('away');
});

test('[L2] the very first rate needs confirmation in production, by an operator or a second source', async () => {
  await look(good(), undefined, 'production');
  await expectClosed('refused');
  const shown = JSON.parse((await lastroOf(world)('rates show --json')).out);
  expect(shown).toMatchObject({ closed: 'refused', refused: [{ high: '5.46', low: '5.42', why: 'first' }] });
  await world.db.query('DELETE FROM refused_rates');
  await look(good(), good(), 'production');
  expect(await ask('/api/withdraw')).toEqual([201, 5.42]);
});

test('[L2] in the sandbox, too, an implausible first rate is refused', async () => {
  await look(mad());
  await expectClosed('refused');
});

test('[L2] two differing sources close BRL; with the second one away no new rate is accepted, and what was agreed stays valid for its time', async () => {
  await look(good(), good());
  await look(good(), null);
  expect(await ask('/api/withdraw')).toEqual([201, 5.42]);
  await look(quote('5.47', '5.43'), null);
  expect(await ask('/api/withdraw')).toEqual([201, 5.42]);
  await world.db.query(`UPDATE accepted_rates SET last_seen_at = now() - interval '16 minutes'`);
  await look(good(), null);
  await expectClosed('away');
  await look(good(), quote('5.3', '5.26'));
  await expectClosed('refused');
  expect(logged.some(({ level, why }) => level === 'error' && why === 'second_source')).toBe(true);
});

test('[L2] an operator sees what was refused and why, and accepts one of them, which is recorded', async () => {
  const lastro = lastroOf(world);
  await look(good());
  expect((await lastro('rates show')).out).toMatch(/^USD-BRL is 5\.46 for deposits and 5\.42 for withdrawals, quoted /);
  expect((await lastro('rates accept', '--reason', 'why not')).err).toBe('No rate is awaiting a decision.\n');
  await look(quote('5.8', '5.75'));
  await look(mad());
  const { out } = await lastro('rates show');
  expect(out).toContain('BRL is closed: a rate was refused and awaits your decision');
  const [latest, earlier] = JSON.parse((await lastro('rates show --json')).out).refused;
  expect([latest, earlier]).toMatchObject([{ low: '9999.98' }, { low: '5.75', why: 'change' }]);
  expect((await lastro('rates accept', '--reason', ' ')).exit).toBe(2);
  const moved = ['rates accept', '--id', String(earlier.id), '--reason', 'the market did move'] as const;
  expect((await lastro(...moved)).err).toBe(
    `Number ${earlier.id} is 5.80 for deposits and 5.75 for withdrawals. The last one accepted is 5.46 for deposits and 5.42 for withdrawals; wallet.rate_max_change_percent allows 3 % from it and from any of the last 24 hours. If it is right, name it: --high 5.80\n`,
  );
  expect((await lastro(...moved, '--high', '5.75')).err).toContain('its high is not 5.75.');
  for (const high of ['5,8', '', 'much', '58000.1', '-5.8'])
    expect((await lastro(...moved, `--high=${high}`)).exit).toBe(2);
  await expectClosed('refused');
  const { exit } = await lastro(...moved, '--high', '5.8');
  expect([exit, await ask('/api/withdraw')]).toEqual([0, [201, 5.75]]);
  expect(await lastAction(world)).toEqual({
    operator: 'operator-of-tests',
    action: 'rates accept',
    details: {
      refused: String(earlier.id),
      accepted: expect.any(String),
      high: '5.80',
      low: '5.75',
      lastHigh: '5.46',
      lastLow: '5.42',
      why: 'change',
      reason: 'the market did move',
    },
  });
  // Rates shown before the acceptance are void; the new one is the reference.
  expect(await ask('/api/withdraw', '5.42')).toEqual([409, 'rate_changed']);
  await look(quote('5.85', '5.8'));
  expect(await ask('/api/withdraw')).toEqual([201, 5.8]);
  expect((await lastro('rates accept', '--reason', 'again')).exit).toBe(1);
});

test('[L2] [L14] a spread out of bounds is accepted by nobody, named or not', async () => {
  await look(good());
  await look(quote('5.46', '5.2'));
  for (const named of [[], ['--high', '5.46']]) {
    const { exit, err } = await lastroOf(world)('rates accept', '--reason', 'please', ...named);
    expect([exit, err]).toEqual([
      1,
      expect.stringMatching(
        /is 5\.46 for deposits and 5\.20 for withdrawals: wallet\.rate_max_spread_percent allows 4 %/,
      ),
    ]);
  }
  await expectClosed('refused');
});

test('[L2] [L14] the very first rate is named by whoever accepts it', async () => {
  const lastro = lastroOf(world);
  await look(quote('9', '8.9'));
  const between = await lastro('rates accept', '--reason', 'first rate');
  expect(between).toMatchObject({
    exit: 1,
    err: expect.stringContaining('wallet.rate_first_between allows 4.00 to 8.00'),
  });
  await lastro('settings set', 'wallet.rate_first_between', '[]');
  const without = await lastro('rates accept', '--reason', 'first rate');
  expect(without).toMatchObject({
    exit: 1,
    err: expect.stringContaining('the very first, with nothing to compare it with'),
  });
  await expectClosed('refused');
  expect((await lastro('rates accept', '--reason', 'first rate', '--high', '9')).exit).toBe(0);
  expect(await ask('/api/withdraw')).toEqual([201, 8.9]);
  await lastro('settings set', 'wallet.rate_first_between', '[4,8]');
});

test('[L2] nobody can accept a senseless rate', async () => {
  await look(good());
  await look(quote('5.42', '5.46'));
  const { exit, err } = await lastroOf(world)('rates accept', '--reason', 'please');
  expect([exit, err]).toMatchObject([1, expect.stringContaining('is not a usable rate: nobody can be paid at it.')]);
  await expectClosed('refused');
});

test('[L2] servers that check concurrently refuse and accept once', async () => {
  await look(good());
  await Promise.all(Array.from({ length: 12 }, () => look(quote('5.8', '5.75'))));
  expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(await world.db.query('SELECT FROM refused_rates')).toHaveLength(1);
  expect(await world.db.query('SELECT FROM accepted_rates')).toHaveLength(1);
});
