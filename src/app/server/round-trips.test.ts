import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCode } from '#primevault/server/testing/vault-world.ts';
import { openCopytradeWorld, type CopytradeWorld } from '#testing/server/copytrade-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { countRoundTrips } from './testing/count-round-trips.ts';
import { describedCalls } from './testing/fuzzed-call.ts';

/**
 * Database round trips of each call, the session lookup included: a customer waits once for the way to the server, and this often for the
 * server's way to the database. A new call has to be listed here: two for a read, three at most for a call that moves money.
 */
const reads: Record<string, number> = {
  '/api/user': 2,
  '/api/preferences': 2,
  '/api/sessions': 2,
  '/api/second-key': 2,
  '/api/stakes': 2,
  '/api/stake/offer': 2,
  '/api/vault/investments': 2,
  '/api/vault/plan': 2,
  '/api/vault/quote?amount=100': 2,
  '/api/copytrade': 2,
  '/api/copytrade/offer': 2,
  '/api/copytrade/report': 2,
  '/api/copytrade/alert': 2,
  '/api/record?product=copytrade': 2,
  '/api/record/operations?product=copytrade': 2,
  '/api/promises': 2,
  '/api/bot/settings': 2,
  '/api/bot/wallet': 2,
  '/api/bot/investments': 2,
  '/api/bot/reports/operations': 2,
  '/api/withdraw/terms': 2,
  '/api/deposit/terms': 2,
  // Queries the brokerage; the only database round trip is the session lookup.
  '/api/deposit/brokerage': 1,
  '/api/transfers': 2,
  '/api/transfers/under-way': 2,
  '/api/rates': 2,
  '/report/2': 2,
  '/report/4': 2,
  '/report/5': 2,
  '/api/sponsors': 2,
  '/api/sponsors/{member}': 2,
  '/api/network/privacy': 2,
  '/api/notices': 2,
  '/api/notices/unread': 2,
  '/api/notices/letters': 2,
  '/api/report': 2,
  '/api/report/assets': 2,
  '/api/homereport': 2,
  '/api/equity': 2,
  '/api/outcome': 2,
  '/api/catalog': 2,
  '/api/help': 2,
  '/api/statement': 2,
  '/api/statement/{line}': 2,
  '/api/statement/years': 2,
  '/api/statement/{year}.pdf': 3,
  '/api/statement/{year}.csv': 3,
  '/api/report.csv': 2,
  '/api/statement.csv': 2,
  '/api/history/copytrade.csv': 2,
  '/api/history/stakes.csv': 2,
  '/api/history/deposits.csv': 2,
  '/api/history/withdrawals.csv': 2,
  '/api/history/bonus.csv': 2,
  '/api/history/residual.csv': 2,
  '/api/history/primezord.csv': 2,
  '/api/history/vault.csv': 2,
  '/api/explanations/{own}/balance': 2,
  '/api/explanations/{own}/balance/postings': 2,
  '/api/explanations/{own}/wealth': 2,
  '/api/explanations/{own}/earnings': 2,
  '/api/explanations/{own}/stake-accrued/accruals': 2,
  '/api/explanations/{own}/bonus-owed/accruals': 2,
  '/api/explanations/{own}/stake/{stake}': 2,
  '/api/explanations/{own}/stake/{stake}/postings': 2,
  '/api/explanations/{own}/copytrade/{licence}/operations': 2,
  '/api/explanations/{own}/award/{award}': 2,
  '/api/explanations/{own}/award/{award}/postings': 2,
  '/api/maturities': 2,
  '/api/maturities/months': 2,
  '/api/maturities/calendar': 2,
  // Also waits for the commit, so that the outcome it reports survives a failure of the server.
  '/api/intents/{key}': 3,
  // Not called by customers, or without a database query.
  '/auth/terms': 1,
  '/auth/inviter?code=ABCDEFGH': 1,
  '/health/live': 0,
  '/health/ready': 2,
  '/config.json': 0,
};

const moves: [path: string, body: object, trips: number][] = [
  ['/api/stake', { amount: 10, time_stake: 30 }, 2],
  ['/api/stake/{stake}', {}, 3],
  ['/api/copytrade', { amount: 100 }, 2],
  ['/api/vault/deposit', { amount: 100 }, 3],
  // As much as the next two calls take out.
  ['/api/bot/deposit', { amount: 100 }, 3],
  ['/api/bot/withdraw', { amount: 50 }, 3],
  ['/api/bot/invest', { amount: 50 }, 3],
  ['/api/deposit', { amount: 10, user: '', currency: 'usdt' }, 3],
  ['/api/withdraw', { amount: 10, user: '', currency: 'usdt' }, 3],
];

const plans = `SELECT pg_backend_pid() || ' ' || statement AS statement, generic_plans = 0 AS is_never_kept, custom_plans::int AS made
  FROM pg_prepared_statements`;

let world: CopytradeWorld;
let ana: TestInvestor;
const named: Record<string, string> = { key: 'none', year: '2026' };

beforeAll(async () => {
  world = await openCopytradeWorld({ promptMs: Infinity });
  ana = await world.investor({ balance: '50000', isEmailConfirmed: true });
  named.own = ana.id;
  const member = await world.investor({ broughtBy: ana, balance: '500' });
  named.member = member.id;
  await member.post('/api/stake', { amount: 10, time_stake: 30 });
  await world.settle();
  const [award] = await world.db.query<{ id: string }>('SELECT id FROM network_awards');
  named.award = award?.id ?? '';
  await ana.post('/api/vault/subscribe', { terms: true });
  await ana.post('/api/bot/subscribe', {});
  await ana.post('/api/bot/deposit', { amount: 500 });
  named.stake = (await ana.post('/api/stake', { amount: 10, time_stake: 30 })).json<{ Id: string }>().Id;
  named.licence = (await ana.post('/api/copytrade', { amount: 100 })).json<{ Id: string }>().Id;
  // The zone of the house, which never changes, is read by the first record of a process.
  await ana.get('/api/record?product=copytrade');
  named.line = (await ana.get('/api/statement')).json<{ Id: string }[]>()[0]?.Id ?? '';
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const address = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? name);

test('a read waits for the database twice: for the caller, then for the data', async () => {
  const found: Record<string, number> = {};
  for (const path of Object.keys(reads)) {
    let status = 0;
    found[path] = await countRoundTrips(async () => void (status = (await ana.get(address(path))).statusCode));
    expect([path, status]).toEqual([path, 200]);
  }
  expect(found).toEqual(reads);
});

test('a call that moves money waits for the database at most three times', async () => {
  const found: [string, number][] = [];
  for (const [path, body] of moves) {
    const whole = 'user' in body ? { ...body, user: ana.id } : body;
    let answer = { statusCode: 0, body: '' };
    const trips = await countRoundTrips(async () => void (answer = await ana.post(address(path), whole)));
    expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body]);
    found.push([path, trips]);
  }
  expect(found).toEqual(moves.map(([path, , trips]) => [path, trips]));
  expect(Math.max(...moves.map(([, , trips]) => trips))).toBeLessThanOrEqual(3);
});

test('[L15] a refusal by the row waits no longer than an accepted call, and only a caller’s key keeps it', async () => {
  const carla = await world.investor();
  await carla.get('/api/user');
  for (const headers of [{}, { 'idempotency-key': 'mine' }]) {
    let said = '';
    const call = async (): Promise<void> => {
      said = (await carla.post('/api/stake', { amount: 10, time_stake: 30 }, headers)).json<{ code: string }>().code;
    };
    expect([await countRoundTrips(call), said]).toEqual([2, 'insufficient_balance']);
  }
  const kept = await world.db.query('SELECT key, status FROM idempotency_keys WHERE customer_id = $1', [carla.id]);
  expect(kept).toEqual([{ key: 'mine', status: 422 }]);
});

test('the statements of a money call are planned once, not on every call', async () => {
  const { pool } = world.db;
  const readPlans = async () => {
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    const found = await Promise.all(
      clients.map((client) => client.query<{ statement: string; is_never_kept: boolean; made: number }>(plans)),
    );
    for (const client of clients) client.release();
    return found.flatMap(({ rows }) => rows);
  };
  const before = new Map((await readPlans()).map(({ statement, made }) => [statement, made]));
  const refused = new Set<string>();
  for (let n = 0; n < 40; n += 1) {
    for (const [path, body] of moves) {
      const { statusCode } = await ana.post(address(path), 'user' in body ? { ...body, user: ana.id } : body);
      if (statusCode >= 300) refused.add(path);
    }
  }
  // The stake was already cancelled.
  expect([...refused]).toEqual(['/api/stake/{stake}']);
  // PostgreSQL tries five custom plans before it may keep a generic one.
  const again = (await readPlans()).filter(
    ({ statement, is_never_kept: isNeverKept, made }) => isNeverKept && made - (before.get(statement) ?? 0) > 8,
  );
  expect(again.map(({ statement }) => statement)).toEqual([]);
});

test('a promotional code adds no wait: its use is claimed while the offer is read', async () => {
  await makeCode(world, 'VIAGEM');
  let status = 0;
  const body = { amount: 100, promocode: 'VIAGEM' };
  const deposit = async (): Promise<void> => void (status = (await ana.post('/api/vault/deposit', body)).statusCode);
  const trips = await countRoundTrips(deposit);
  expect(status).toBe(201);
  expect(trips).toBe(3);
});

test('subscribing to the bot waits for the database three times', async () => {
  const bia = await world.investor({ balance: '50' });
  let status = 0;
  expect(await countRoundTrips(async () => void (status = (await bia.post('/api/bot/subscribe', {})).statusCode))).toBe(
    3,
  );
  expect(status).toBe(201);
});

/** Served to others than customers, or addressed by a name that is secret or does not exist. */
const others = [
  /^\/metrics$/,
  /^\/calendar\//,
  /^\/unsubscribe\//,
  /^\/api\/avatars\//,
  /^\/report\/\{/,
  /^\/api\/explanations\/\{user\}\/\{figure\}\/(accruals|\{id\}.*)$/,
];

test('no call that reads or moves money is left out', async () => {
  const shapeOf = (path: string): string => path.replace(/\?.*/, '').replace(/\{\w+\}/g, '{}');
  const counted = new Set([...Object.keys(reads), ...moves.map(([path]) => path)].map(shapeOf));
  const isMoney = (call: { parameters: { name: string }[] }): boolean =>
    call.parameters.some(({ name }) => name === 'idempotency-key');
  const left = (await describedCalls(world))
    .filter((call) => !call.isStream && (call.method === 'GET' || isMoney(call)))
    .map(({ path }) => path)
    .filter(
      (path) => !counted.has(shapeOf(path.replace('{figure}', 'balance'))) && !others.some((other) => other.test(path)),
    );
  // Once in a customer's life: it has its own test.
  expect(left).toEqual(['/api/bot/subscribe']);
});
