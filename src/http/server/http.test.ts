import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { gauge, gaugeBy, metrics } from '#telemetry/server/metrics.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test('every answer carries a request id and the security headers', async () => {
  for (const url of ['/health/live', '/api/user', '/api/nowhere', '/config.json', '/%ZZ']) {
    const answer = await world.ask({ method: 'GET', url });
    expect(answer.headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-content-type-options'], url).toBe('nosniff');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy, url).toContain("frame-ancestors 'none'");
    expect(policy, url).not.toContain('unsafe');
  }
});

test('an unknown address or method is answered 404 in the contract’s shape', async () => {
  for (const [method, url] of [
    ['GET', '/api/nowhere'],
    ['POST', '/api/nowhere'],
    ['DELETE', '/api/stakes'],
    ['POST', '/report/99'],
    ['PUT', '/api/stake'],
  ] as const) {
    const answer = await world.ask({ method, url, headers: { 'accept-language': 'es' } });
    expect([url, answer.statusCode, answer.json()]).toEqual([
      url,
      404,
      { code: 'not_found', message: 'No encontramos lo que buscas.' },
    ]);
  }
});

test('an address that cannot be decoded is answered 400 in the contract’s shape', async () => {
  const answer = await world.ask({ method: 'GET', url: '/api/%ZZ' });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'bad_request', message: 'Não foi possível ler o pedido.' },
  ]);
});

test.each([
  ['fa-IR,fa;q=0.9', 'آنچه به دنبالش هستید پیدا نشد.'],
  ['de, zh-TW;q=0.8, en;q=0.2', '未找到您要查找的内容。'],
  ['de, fr', 'Não encontramos o que você procura.'],
  ['en;q=0, es', 'No encontramos lo que buscas.'],
])('[B7] Accept-Language %s selects the message’s language', async (language, message) => {
  const answer = await world.ask({ method: 'GET', url: '/api/nowhere', headers: { 'accept-language': language } });
  expect(answer.json()).toEqual({ code: 'not_found', message });
});

test('the published document is OpenAPI 3.1 and describes every call with its schemas', async () => {
  const document = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, Record<string, { responses: object; requestBody?: object }>>;
  }>();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/auth',
      '/auth/register',
      '/api/user',
      '/api/stakes',
      '/api/stake',
      '/api/stake/{id}',
      '/api/deposit',
      '/report/{type}',
      '/health/live',
      '/health/ready',
      '/metrics',
    ]),
  );
  expect(document.paths['/api/stake']?.post?.requestBody).toBeDefined();
  expect(Object.keys(document.paths['/metrics']?.get?.responses ?? {})).toEqual(['200']);
  expect((await world.ask({ method: 'GET', url: '/docs/' })).statusCode).toBe(200);
});

test('a metric that cannot be read is NaN, and the others are still reported', async () => {
  const broken = async (): Promise<never> => {
    throw new Error('for a test');
  };
  gauge('lastro_unreadable', 'For a test.', broken);
  gaugeBy('lastro_unreadable_by_product', 'For a test.', 'product', broken);
  const { statusCode, body } = await world.ask({ method: 'GET', url: '/metrics' });
  metrics.removeSingleMetric('lastro_unreadable');
  metrics.removeSingleMetric('lastro_unreadable_by_product');
  expect(statusCode).toBe(200);
  expect(body).toMatch(/^lastro_unreadable NaN$/im);
  expect(body).not.toMatch(/^lastro_unreadable_by_product\{/m);
  expect(body).toContain('lastro_http_answer_seconds_bucket');
});

test('concurrent requests for the metrics share one reading', async () => {
  let readings = 0;
  gauge('lastro_read_once', 'For a test.', async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return (readings += 1);
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.ask({ method: 'GET', url: '/metrics' })));
  metrics.removeSingleMetric('lastro_read_once');
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(readings).toBe(1);
});

test('health distinguishes the process from its database, and metrics are in Prometheus format', async () => {
  expect((await world.ask({ method: 'GET', url: '/health/live' })).json()).toEqual({ status: 'ok' });
  expect((await world.ask({ method: 'GET', url: '/health/ready' })).json()).toEqual({
    status: 'ok',
    database: 'ok',
    migrations: 'ok',
    queue: 'ok',
    warnings: [],
  });
  expect((await world.ask({ method: 'GET', url: '/metrics' })).body).toContain('lastro_http_answer_seconds_bucket');
});

test('[L6] an undeclared proxy is a warning in the readiness, which stays ok: anybody can send such a header', async () => {
  await world.ask({ method: 'GET', url: '/health/live', headers: { 'x-forwarded-for': '203.0.113.7' } });
  const answer = await world.ask({ method: 'GET', url: '/health/ready' });
  expect([answer.statusCode, answer.json().status, answer.json().warnings]).toEqual([200, 'ok', ['unnamed_proxy']]);
  expect(world.logLines.filter((line) => line.includes('TRUSTED_PROXIES does not name'))).toHaveLength(1);
});

test('[H1] an unknown report number is answered 404, for logged-in customers', async () => {
  const ana = await world.investor();
  for (const type of ['1', '99', 'x']) {
    const answer = await ana.get(`/report/${type}`, { 'accept-language': 'en' });
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'items_not_found', message: 'Items not found' }]);
    expect((await world.ask({ method: 'GET', url: `/report/${type}` })).statusCode).toBe(401);
  }
});
