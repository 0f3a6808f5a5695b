import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld({ env: { BRAND_NAME: 'Casa', RISK_NOTE: 'Pode perder.' } })));
afterAll(() => world.close());

test("the page learns the installation's name, links and mode before login", async () => {
  const answer = await world.ask({ method: 'GET', url: '/config.json' });
  expect(answer.json()).toMatchObject({ mode: 'sandbox', brand: 'Casa', riskNote: 'Pode perder.', api: '' });
});

test.each(['/', '/dashboard', '/auth/login', '/anything/at/all', '/404'])(
  '[A1] %s is answered with the application, in any encoding',
  async (url) => {
    for (const encoding of ['br', 'gzip', 'identity', undefined]) {
      const headers = encoding ? { 'accept-encoding': encoding } : {};
      const answer = await world.ask({ method: 'GET', url, headers });
      expect([url, encoding, answer.statusCode]).toEqual([url, encoding, 200]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    expect((await world.ask({ method: 'HEAD', url })).statusCode).toBe(200);
  },
);

test('hashed files are cached indefinitely, missing ones not at all', async () => {
  const page = await world.ask({ method: 'GET', url: '/' });
  const [asset = ''] = /\/assets\/[\w-]+\.js/.exec(page.body) ?? [];
  const answer = await world.ask({ method: 'GET', url: asset });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  const gone = await world.ask({ method: 'GET', url: '/assets/gone-12345678.js' });
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('the worker and its page are revalidated at every visit, so that no build is cached indefinitely', async () => {
  for (const [url, type] of [
    ['/sw.js', /javascript/],
    ['/offline.html', /html/],
  ] as const) {
    const answer = await world.ask({ method: 'GET', url });
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
    expect(answer.headers['content-type']).toMatch(type);
    // Without it the worker could not say which page may run it, nor the offline page what it may load.
    expect(answer.headers['content-security-policy']).toContain(`script-src 'self'`);
  }
});

test('the worker caches hashed files and one page, and no API answer', async () => {
  const { body } = await world.ask({ method: 'GET', url: '/sw.js' });
  const kept = [...body.matchAll(/[`"'](\/[\w./-]+\.(?:html|js|css))[`"']/g)].map(([, path = '']) => path);
  expect(kept).toContain('/offline.html');
  expect(kept.filter((path) => path !== '/offline.html' && !/^\/assets\/[\w-]+-[\w-]{8}\./.test(path))).toEqual([]);
  for (const url of kept) expect([url, (await world.ask({ method: 'GET', url })).statusCode]).toEqual([url, 200]);
  for (const url of ['/', '/config.json', '/manifest.webmanifest']) expect(kept).not.toContain(url);
});

test('with the worker switched off, the server sends one that unregisters itself', async () => {
  const without = await openWorld({ env: { SERVICE_WORKER: 'off' } });
  const answer = await without.ask({ method: 'GET', url: '/sw.js' });
  await without.close();
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(answer.body).toContain('unregister()');
  expect(answer.body).not.toContain('addEventListener(`fetch`');
});

test.each(['/api/nope', '/report/1/2', '/assets/nope.js', '/openapi.json/x'])(
  '%s is not a page but a 404',
  async (url) => {
    const answer = await world.ask({ method: 'GET', url });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  },
);

test.each(['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
  '%s does not escape the folder',
  async (url) => {
    const answer = await world.ask({ method: 'GET', url });
    expect(answer.body).not.toContain('"dependencies"');
  },
);
