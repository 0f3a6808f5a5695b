import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PublishedCall, publishedCalls } from './testing/published-calls.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

/** Each part of a request holds a distinct word: if one turns up in the log, its origin is known. */
const words = {
  part: 'canary-part-5b1f',
  query: 'canary-query-9c2e',
  body: 'canary-body-77aa',
  email: 'canary.0d4c@example.com',
  phone: '+5511912340000',
  token: 'canary-token-5f60',
  key: 'canary-key-31d8',
  agent: 'canary-agent-12ef',
  cookie: 'canary-cookie-8a8a',
  approval: 'canary-approval-44b0',
  origin: 'https://canary-origin.example',
  forwarded: '198.51.100.77',
  cause: 'canary-cause-6e6e',
};

let world: World;
let ana: TestInvestor;
let calls: PublishedCall[];

beforeAll(async () => {
  world = await openWorld({ env: { OPERATOR_TOKEN: 'o'.repeat(40), TRUSTED_PROXIES: '127.0.0.1' } });
  ana = await world.investor({ balance: '500', email: words.email, name: 'Canária Silva' });
  calls = (await publishedCalls(world)).filter(({ isStream }) => !isStream);
});
afterAll(() => world.close());

const headersOf = (authorization: string): Record<string, string> => ({
  authorization,
  'idempotency-key': words.key,
  'user-agent': words.agent,
  'second-key-approval': words.approval,
  'x-forwarded-for': words.forwarded,
  'accept-language': 'canary',
  cookie: `a=${words.cookie}`,
  origin: words.origin,
  referer: `${words.origin}/${words.part}`,
});

/** A body with the right fields and wrong values, one with an unknown field, and one that cannot be parsed. */
function bodiesOf({ fields }: PublishedCall): string[] {
  const value = (field: string): unknown =>
    ({ email: words.email, phone: words.phone, amount: 10, time_stake: 30, user: ana.id, currency: 'usdt' })[field] ??
    words.body;
  const whole = Object.fromEntries(fields.map((field) => [field, value(field)]));
  return [
    JSON.stringify(whole),
    JSON.stringify({ [words.body]: words.email }),
    `{"email":"${words.email}","${words.body}`,
  ];
}

async function askEverything(authorization: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const call of calls) {
    const url = `${call.path.replace(/\{[^}]+\}/g, words.part)}?after=${words.query}&search=${words.query}&tz=${words.query}`;
    const headers = { ...headersOf(authorization), 'content-type': 'application/json' };
    for (const payload of call.method === 'GET' ? [''] : bodiesOf(call)) {
      const answer = await world.ask({ method: call.method, url, headers, ...(payload && { payload }) });
      statuses.push(answer.statusCode);
    }
  }
  return statuses;
}

function expectSilence(token: string): void {
  const log = world.logLines.join('');
  const secrets = [...Object.values(words), 'canary', 'Canária', ana.email, ana.id, token, words.phone.slice(1)];
  expect(world.logLines.length).toBeGreaterThan(calls.length / 3);
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([]);
}

test('nothing that a customer or stranger sends appears in the log, whichever call they send it to', async () => {
  for (const authorization of [ana.token, `Bearer ${words.token}`]) await askEverything(authorization);
  expectSilence(ana.token);
});

test('nor when the database rejects it, disconnects, or quotes it in an error', async () => {
  const bia = await world.investor();
  const { query } = world.http.db;
  const { connect } = world.http.db.pool;
  const faults = [
    Object.assign(new Error(`invalid input syntax for type uuid: "${words.cause}"`), { code: '22P02' }),
    Object.assign(new Error('duplicate key value violates unique constraint "x"'), {
      code: '23505',
      detail: `Key (email)=(${words.email}) already exists.`,
      where: words.cause,
      parameters: [words.email, words.phone],
    }),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014', query: words.cause }),
  ];
  for (const fault of faults) {
    // Looking up the caller still works; every other query fails.
    const fail = (text: string, values?: readonly unknown[]) =>
      text.includes('FROM sessions s') ? query(text, values) : Promise.reject(fault);
    world.http.db.query = fail as typeof query;
    world.http.db.pool.connect = () => Promise.reject(fault);
    const statuses = await askEverything(bia.token);
    expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(20);
    world.http.db.query = query;
    world.http.db.pool.connect = connect;
  }
  expect(world.logLines.join('')).toContain('"fault"');
  expectSilence(bia.token);
});
