import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketNames, readBuckets } from '#settings/server/buckets.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { composeConsole } from './compose-console.ts';

/** One call of each party, and no second one for a quarter of an hour. */
const once = bucketNames.flatMap((name) => [`${name}.burst=1`, `${name}.perSecond=0.001`]);
let world: World;
let calls: Described[];
beforeAll(async () => {
  world = await openWorld({ env: { OPERATOR_TOKEN: 'o'.repeat(40) }, buckets: readBuckets('sandbox', once) });
  calls = await described();
});
afterAll(() => world.close());

interface Described {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  bucket: string | undefined;
  isInvestors: boolean;
}

async function described(): Promise<Described[]> {
  const { paths } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, { 'x-bucket'?: string; security?: object[] }>>;
  }>();
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security = [], ...operation }]) => ({
      method: method.toUpperCase() as Described['method'],
      url: path,
      bucket: operation['x-bucket'],
      isInvestors: security.some((kind) => 'token' in kind),
    })),
  );
}

test('[L10] every route of the published document names its bucket', () => {
  const listed = (wanted: string): string[] =>
    calls.flatMap(({ method, url, bucket = 'none' }) => (bucket === wanted ? [`${method} ${url}`] : []));
  expect(listed('none')).toEqual([]);
  expect(
    Object.fromEntries(['heavy', 'file', 'money', 'upload', 'public', 'health'].map((each) => [each, listed(each)])),
  ).toMatchInlineSnapshot(`
    {
      "file": [
        "GET /api/statement.csv",
        "GET /api/history/copytrade.csv",
        "GET /api/history/stakes.csv",
        "GET /api/report.csv",
        "GET /api/history/deposits.csv",
        "GET /api/history/withdrawals.csv",
        "GET /api/history/bonus.csv",
        "GET /api/history/residual.csv",
        "GET /api/history/primezord.csv",
        "GET /api/history/vault.csv",
        "GET /api/statement/{year}.pdf",
        "GET /api/statement/{year}.csv",
      ],
      "health": [
        "GET /health/live",
        "GET /health/ready",
        "GET /metrics",
      ],
      "heavy": [
        "GET /api/copytrade/report",
        "GET /api/bot/reports/operations",
        "GET /api/sponsors",
        "GET /api/report",
        "GET /api/record",
        "GET /api/equity",
        "GET /api/outcome",
        "GET /api/explanations/{user}/{figure}",
        "GET /api/explanations/{user}/{figure}/postings",
        "GET /api/explanations/{user}/{figure}/accruals",
        "GET /api/explanations/{user}/{figure}/{id}",
        "GET /api/explanations/{user}/{figure}/{id}/postings",
        "GET /api/explanations/{user}/{figure}/{id}/operations",
        "GET /api/maturities/months",
      ],
      "money": [
        "POST /api/stake",
        "POST /api/stake/{id}",
        "POST /api/vault/deposit",
        "POST /api/deposit",
        "POST /api/withdraw",
        "POST /api/copytrade",
        "POST /api/bot/subscribe",
        "POST /api/bot/deposit",
        "POST /api/bot/withdraw",
        "POST /api/bot/invest",
      ],
      "public": [
        "POST /auth",
        "GET /auth/terms",
        "GET /auth/inviter",
        "POST /auth/register",
        "POST /auth/confirm",
        "POST /auth/recover",
        "POST /auth/reset/look",
        "POST /auth/reset",
        "POST /auth/second-key",
        "POST /auth/second-key/lost",
        "POST /auth/second-key/lost/confirm",
        "GET /api/avatars/{name}",
        "POST /operator/operations",
        "GET /calendar/{name}",
        "GET /config.json",
        "GET /unsubscribe/{token}",
        "POST /unsubscribe/{token}",
      ],
      "upload": [
        "POST /api/user/avatar",
      ],
    }
  `);
  expect(listed('light').every((call) => call.startsWith('GET /'))).toBe(true);
  expect(listed('write').some((call) => call.startsWith('GET /'))).toBe(false);
  expect(listed('write')).toContain('PUT /api/preferences');
});

test('[L10] whoever has used up their calls of a route is told to wait, whatever the route', async () => {
  expect(calls.length).toBeGreaterThan(90);
  const answers = await Promise.all(
    // A stream is not answered until it ends.
    calls
      .filter(({ url }) => url !== '/api/events')
      .map(async ({ method, url, isInvestors }, n) => {
        const headers = isInvestors ? { authorization: (await world.investor()).token } : {};
        const remoteAddress = `198.51.${100 + (n >> 8)}.${n & 255}`;
        const ask = () =>
          world.ask({ method, url: url.replaceAll(/\{[^}]+\}/g, '-'), headers, remoteAddress, payload: '{' });
        await ask();
        return [method, url, (await ask()).statusCode];
      }),
  );
  expect(answers.filter(([, , status]) => status !== 429)).toEqual([]);
});

test('[L10] so is whoever asks for addresses that do not exist', async () => {
  const ask = () => world.ask({ method: 'POST', url: '/api/nothing', remoteAddress: '203.0.113.9', payload: '{' });
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([404, 429]);
});

test('[L10] the console’s routes name theirs, and no server takes a route without one', async () => {
  const http = await composeConsole({ config: world.config, db: world.db, logTo: false });
  const buckets = new Set(http.gate.routes.map(({ bucket }) => bucket));
  expect(http.app.staffCalls?.length).toBeGreaterThan(60);
  expect(http.gate.routes.length).toBeGreaterThanOrEqual(http.app.staffCalls?.length ?? 0);
  expect([...buckets]).toEqual(expect.arrayContaining(['file', 'heavy', 'light', 'public', 'write']));
  expect(() => http.app.get('/none', async () => 'nothing')).toThrow('GET /none names no bucket of the gate');
  await http.app.close();
});
