import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

let world: World;
let ana: TestInvestor;
const others = 40;

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '1000', isEmailConfirmed: true });
  const bia = await world.investor({ balance: '5000' });
  const opened = (await ana.post('/api/stake', { amount: 10, time_stake: 30 })).json<{ Id: string }>();
  // Different amounts of other business happen between her entries.
  for (let n = 0; n < others; n += 1) await bia.post('/api/stake', { amount: 10, time_stake: 30 });
  await ana.post('/api/stake', { amount: 20, time_stake: 30 });
  await ana.post(`/api/stake/${opened.Id}`);
  await ana.post('/api/vault/subscribe', { terms: true });
  await ana.post('/api/vault/deposit', { amount: 100 });
  await ana.post('/api/withdraw', { amount: 20, user: ana.id, currency: 'usdt' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Every GET that a customer can make, with the ids they know filled in, and each of its pages. */
async function everyAnswer(): Promise<{ url: string; body: unknown; cursors: string[] }[]> {
  const { paths } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, object>;
  }>();
  const figures = [
    'balance',
    'stakes',
    'total_earnings',
    'total_earned',
    'stake',
    'vault',
    'stake_amount',
    'vault_amount',
  ];
  const { figureNames } = await import('#explanations/figures.ts');
  const lines = (await ana.get('/api/statement')).json<{ Id: string }[]>();
  const urls = Object.entries(paths)
    .filter(([, calls]) => 'get' in calls)
    .flatMap(([path]) => {
      const mine = path.replace('{user}', ana.id).replace('{type}', '5');
      if (path.includes('{figure}'))
        return [...figures, ...figureNames].map((figure) => mine.replace('{figure}', figure).replace('{id}', ana.id));
      if (path.startsWith('/api/statement/')) return lines.map(({ Id }) => `/api/statement/${Id}`);
      return [mine];
    })
    .filter((url) => !/[{]|\/events$|^\/(docs|health|metrics)/.test(url));
  const answers = [];
  for (const url of urls) {
    for (let next: string | undefined = `${url}?limit=1`, pages = 0; next && pages < 8; pages += 1) {
      const answer = await ana.get(next);
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const after = next && new URL(next, 'http://a').searchParams.get('after');
      if (answer.statusCode === 200 && isJson)
        answers.push({ url, body: answer.json(), cursors: after ? [after] : [] });
    }
  }
  return answers;
}

/** Both readings of a text: as it is, and decoded from base64. */
const readings = (text: string): string[] => [text, Buffer.from(text, 'base64url').toString('latin1')];

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const moment = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;

/** Every value under a key that identifies something: `Id`, `Reference`, `Uuid`. */
function namesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(namesIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    /Id$|^Reference$|Uuid/.test(key) && (typeof value === 'string' || typeof value === 'number')
      ? [String(value)]
      : namesIn(value),
  );
}

test("[L9] no name and no cursor in any answer is a number that counts other people's activity", async () => {
  const answers = await everyAnswer();
  expect(answers.length).toBeGreaterThan(30);
  const counting = answers.flatMap(({ url, body, cursors }) =>
    [...namesIn(body), ...cursors]
      .filter((name) =>
        readings(name).some((text) =>
          /^[\d|]+$|(^|\|)\d{1,18}($|\|)/.test(text.replace(uuid, '').replace(moment, 'at')),
        ),
      )
      .map((name) => `${url}: ${name}`),
  );
  expect(counting).toEqual([]);
  expect(answers.some(({ cursors }) => cursors.length > 0)).toBe(true);
});

test("[L9] statement lines are numbered by the customer's own actions: the house leaves no gap between them", async () => {
  const lines = (await ana.get('/api/statement')).json<{ Id: string }[]>();
  expect(new Set(lines.map(({ Id }) => Id)).size).toBe(lines.length);
  const numbers = [...new Set(lines.map(({ Id }) => Number(/^(\d+)-\d$/.exec(Id)?.[1])))];
  // Everything that happened to her moved her balance.
  expect(numbers).toEqual(numbers.map((_, at) => numbers.length - at));
});

test("[H4] an id is stable, leads to its own line, and to nobody else's", async () => {
  const [bia, carla] = [await world.investor(), await world.investor({ balance: '7' })];
  const lines = (await ana.get('/api/statement')).json<{ Id: string }[]>();
  expect((await ana.get('/api/statement')).json()).toEqual(lines);
  for (const { Id } of lines) {
    expect((await ana.get(`/api/statement/${Id}`)).json<{ Id: string }>().Id).toBe(Id);
    expect((await bia.get(`/api/statement/${Id}`)).statusCode).toBe(404);
  }
  // Everybody's first line has the same number: the caller decides whose it is.
  expect((await carla.get('/api/statement/1-1')).json()).toMatchObject({ Id: '1-1', Amount: 7, Balance: 7 });
});

test.each(['1', '41', '1-0', '01-1', '-1-1', 'MQ', '', 'A'.repeat(22), 'A'.repeat(21), 'x'.repeat(200), '../1', 'é'])(
  '[H4] %j identifies nothing, and is no valid cursor',
  async (name) => {
    expect((await ana.get(`/api/statement/${encodeURIComponent(name)}`)).statusCode).toBe(404);
    expect((await ana.get(`/api/statement?after=${encodeURIComponent(name)}`)).statusCode).toBe(422);
    expect(
      (await ana.get(`/api/explanations/${ana.id}/balance/postings?after=${encodeURIComponent(name)}`)).statusCode,
    ).toBe(422);
  },
);
