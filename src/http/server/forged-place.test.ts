import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

let world: World;
let ana: TestInvestor;
let lists: string[];

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
  await ana.post('/api/bot/subscribe', {});
  const { paths } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  }>();
  lists = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name }) => name === 'after') && !path.includes('{') ? [path] : [],
  );
});
afterAll(() => world.close());

async function statusesOf(query: (list: string) => string): Promise<[string, number][]> {
  const told: [string, number][] = [];
  for (const list of lists) {
    const more = needed[list] ?? '';
    told.push([list, (await ana.get(`${list}?${query(list)}${more}`)).statusCode]);
  }
  return told;
}

/** Query parameters that a list requires. */
const needed: Record<string, string> = { '/api/record/operations': '&product=copytrade' };

/** Timestamps that JavaScript parses and PostgreSQL does not, or parses differently. */
const moments = [
  '1',
  'Tue, 1 Jan',
  '2024',
  '2024-02-31T00:00:00Z',
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
];

test.each(moments)(
  'a cursor forged with the timestamp %s breaks no list, and is rejected unless it is valid',
  async (at) => {
    expect(lists.length).toBeGreaterThan(10);
    const id = randomUUID();
    for (const place of [`${at}|${id}`, `highest|${at}|1|${at}|${id}`, at]) {
      const after = Buffer.from(place).toString('base64url');
      // A list paginated by number accepts a number, which is a valid cursor.
      const taken = (await statusesOf(() => `after=${after}`)).filter(([, status]) => status !== 422 && status !== 200);
      expect(taken).toEqual([]);
      const byProgress = await ana.get(`/api/vault/investments?order=highest&after=${after}`);
      expect(byProgress.statusCode).toBe(422);
    }
  },
);

test.each(['CTT', 'US/Pacific-New', 'MIT', 'utc', 'Europe/Kyiv'])(
  'a time zone alias, %s, is accepted',
  async (zone) => {
    expect((await ana.get(`/api/equity?tz=${zone}`)).statusCode).toBe(200);
  },
);

test('[D5] the names of zones are never the database’s to know: no statement converts to the one that a customer sends', async () => {
  const found = await ana.get('/api/equity?tz=America/Argentina/Buenos_Aires');
  expect(found.statusCode).toBe(200);
  const sources = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.includes('/server/') && path.endsWith('.ts') && !path.includes('.test.'),
  );
  expect(sources.length).toBeGreaterThan(300);
  const converting = sources.filter((path) =>
    /AT TIME ZONE (?!'UTC'|\(SELECT house_zone\(\)\))/i.test(readFileSync(join(projectFolder, 'src', path), 'utf8')),
  );
  expect(converting).toEqual([]);
});

test.each(['/api/report', '/api/copytrade/report'])('%s rejects an asset name that cannot exist', async (list) => {
  expect((await ana.get(`${list}?asset=%00`)).statusCode).toBe(422);
});

test.each([
  'start=0000-01-01',
  'end=0000-12-31',
  'start=0000-01-01&tz=Asia/Tokyo',
  'start=0001-01-01T00:00:00%2B14:00',
  'end=9999-12-31T23:59:59-14:00',
  'end=9999-12-31&tz=America/Sao_Paulo',
])('the extreme bounds of a span, requested with %s, are accepted by every list', async (query) => {
  const broken = (await statusesOf(() => query)).filter(([, status]) => status !== 200);
  expect(broken).toEqual([]);
});
