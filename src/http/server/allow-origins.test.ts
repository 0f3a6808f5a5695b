import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuckets } from '#settings/server/buckets.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let [open, closed]: World[] = [];
beforeAll(async () => {
  open = await openWorld({ env: { WEB_ORIGINS: 'https://app.example, https://beta.example' } });
  closed = await openWorld();
});
afterAll(() => Promise.all([open?.close(), closed?.close()]));

const preflight = (origin: string): Parameters<World['ask']>[0] => ({
  method: 'OPTIONS',
  url: '/api/stake',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
});

test('pages of the configured origins can call the API, and read the headers they need', async () => {
  const asked = await open?.ask(preflight('https://beta.example'));
  expect(asked?.statusCode).toBe(204);
  expect(asked?.headers['access-control-allow-origin']).toBe('https://beta.example');
  expect(asked?.headers['access-control-allow-credentials']).toBeUndefined();
  const answer = await open?.ask({ method: 'GET', url: '/api/stakes', headers: { origin: 'https://app.example' } });
  expect(answer?.statusCode).toBe(401);
  expect(answer?.headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
  // A page of another origin knows the server's time too.
  expect(answer?.headers['access-control-expose-headers']).toContain('Date');
});

test("OPTIONS without a preflight request is answered without a body, in the contract's shape", async () => {
  for (const headers of [{}, { origin: 'https://evil.example' }]) {
    const answer = await open?.ask({ method: 'OPTIONS', url: '/api/stake', headers });
    expect([answer?.statusCode, answer?.body]).toEqual([204, '']);
    expect(answer?.headers['x-request-id']).toBeDefined();
  }
});

test('other origins cannot, and none can when none is configured', async () => {
  expect((await open?.ask(preflight('https://evil.example')))?.headers['access-control-allow-origin']).toBeUndefined();
  expect((await closed?.ask(preflight('https://app.example')))?.headers['access-control-allow-origin']).toBeUndefined();
});

test('[L10] a preflight is counted for its network, and is made at once: none is ever under way', async () => {
  const few = await openWorld({
    env: { WEB_ORIGINS: 'https://app.example' },
    buckets: readBuckets('production', ['page.burst=5', 'page.perSecond=0.01']),
  });
  const answers = [];
  for (let n = 0; n < 8; n += 1) answers.push(await few.ask(preflight('https://app.example')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204, 429, 429, 429]);
  expect(answers.at(-1)?.headers['retry-after']).toMatch(/^\d+$/);
  await few.close();
});
