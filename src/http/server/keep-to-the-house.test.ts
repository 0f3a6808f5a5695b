import { afterEach, expect, test } from 'vitest';
import { productionEnv } from '#testing/server/production-env.ts';
import { openWorld, type World } from '#testing/server/world.ts';

const operatorToken = 'o'.repeat(40);
const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(env: Record<string, string>): Promise<World> {
  const world = await openWorld({ env, treasury: '0' });
  worlds.push(world);
  return world;
}

const doors = [
  '/metrics',
  '/metrics?x=1',
  '/docs',
  '/docs/',
  '/docs/static/index.html',
  '/docs/json',
  '/docs/yaml',
  '/openapi.json',
  '/%6detrics',
  '/docs/%6ason',
];

/** Returns the statuses of all doors for a caller, and checks that refusals reveal nothing. */
async function knock(world: World, who: { remoteAddress?: string; headers?: Record<string, string> }) {
  const answers = await Promise.all(
    doors.flatMap((url) => (['GET', 'HEAD'] as const).map((method) => world.http.app.inject({ method, url, ...who }))),
  );
  const refused = answers.filter(({ statusCode }) => statusCode >= 400);
  expect(refused.filter(({ payload }) => /lastro_|process_|swagger|openapi/i.test(payload))).toEqual([]);
  return [...new Set(answers.map(({ statusCode }) => statusCode))].toSorted((a, b) => a - b);
}

const stranger = '203.0.113.9';
/** Some of the addresses redirect to another. */
const opened = [200, 302];

test('[L1] in production metrics and documentation are hidden from outside, and absent without a token', async () => {
  const world = await open(productionEnv);
  expect(await knock(world, { remoteAddress: stranger })).toEqual([404]);
  const headers = { authorization: `Bearer ${operatorToken}` };
  expect(await knock(world, { remoteAddress: stranger, headers })).toEqual([404]);
  expect(await knock(world, { remoteAddress: '::ffff:203.0.113.9' })).toEqual([404]);
});

test('[L1] a caller on the machine reads them', async () => {
  const world = await open(productionEnv);
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.3.2.1'])
    expect(await knock(world, { remoteAddress })).toEqual(opened);
});

test('[L1] so does one with the operator’s token', async () => {
  const world = await open({ ...productionEnv, OPERATOR_TOKEN: operatorToken });
  const shown = (authorization: string) => knock(world, { remoteAddress: stranger, headers: { authorization } });
  expect(await shown(`Bearer ${operatorToken}`)).toEqual(opened);
  expect(await shown(`Bearer ${operatorToken}x`)).toEqual([401]);
  expect(await knock(world, { remoteAddress: stranger })).toEqual([401]);
  const ana = await world.investor();
  expect(await shown(ana.token)).toEqual([401]);
});

test.each([
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': stranger },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { via: '1.1 proxy' },
  { host: 'invest.brokerage.example' },
  { host: '127.0.0.1.brokerage.example' },
])('[L1] an undeclared proxy on the machine does not make an outside caller local: %j', async (headers) => {
  const world = await open(productionEnv);
  expect(await knock(world, { remoteAddress: '127.0.0.1', headers: headers })).toEqual([404]);
  expect(await knock(world, { remoteAddress: stranger, headers: headers })).toEqual([404]);
});

test('[L1] behind a trusted proxy, the client it forwards for is what counts', async () => {
  const world = await open({ ...productionEnv, TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' });
  const through = (remoteAddress: string, chain: string) =>
    knock(world, { remoteAddress, headers: { 'x-forwarded-for': chain } });
  expect(await through('127.0.0.1', stranger)).toEqual([404]);
  expect(await through('127.0.0.1', `127.0.0.1, ${stranger}`)).toEqual([404]);
  expect(await through('10.0.0.1', '127.0.0.1')).toEqual([404]);
  expect(await through('127.0.0.1', '127.0.0.1, 10.3.3.3')).toEqual([404]);
  expect(await through(stranger, '127.0.0.1')).toEqual([404]);
  expect(await through('127.0.0.1', '127.0.0.1')).toEqual(opened);
  expect(await knock(world, { remoteAddress: '127.0.0.1' })).toEqual(opened);
});

test('[L1] a sandbox shows them to everybody', async () => {
  expect(await knock(await open({}), { remoteAddress: stranger })).toEqual(opened);
});

test('[L1] what the public needs stays accessible', async () => {
  const world = await open(productionEnv);
  for (const url of ['/health/live', '/health/ready', '/config.json', '/api/catalog']) {
    const { statusCode } = await world.http.app.inject({ url, remoteAddress: stranger });
    expect([url, statusCode]).toEqual([url, url === '/api/catalog' ? 401 : 200]);
  }
});
