import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
  await world.http.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

test.each(['TRACE', 'TRACK', 'PROPFIND', 'DELETE', 'PATCH'])(
  '%s is not a supported method, and nothing is echoed',
  async (method) => {
    const socket = connect((world.http.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${method} /api/user HTTP/1.1\r\nHost: a\r\nX-Canary: canary-7719\r\nConnection: close\r\n\r\n`);
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(said).not.toContain('canary-7719');
  },
);

test('a repeated query parameter is rejected, and neither value is used', async () => {
  for (const url of [
    '/api/stakes?limit=1&limit=2',
    '/api/statement?start=2026-01-01&start=2026-02-01',
    '/api/equity?tz=UTC&tz=UTC',
  ]) {
    expect([url, (await ana.get(url)).statusCode]).toEqual([url, 422]);
  }
});

test('a duplicate key in a body is rejected, and neither value is used', async () => {
  const headers = { authorization: ana.token, 'content-type': 'application/json' };
  const payload = '{"amount":100,"amount":10,"time_stake":30}';
  const answer = await world.http.app.inject({ method: 'POST', url: '/api/stake', headers, payload });
  expect([answer.statusCode, await ana.balance()]).toEqual([400, 500]);
});

test('keys with a meaning in JavaScript are ordinary keys, and pollute no prototype', async () => {
  const body =
    '{"amount":100,"time_stake":30,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const headers = { authorization: ana.token, 'content-type': 'application/json' };
  const answer = await world.http.app.inject({ method: 'POST', url: '/api/stake', headers, payload: body });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
  expect('polluted' in {}).toBe(false);
  expect(await ana.balance()).toBe(500);
});

test('a client that is no trusted proxy is rate-limited by its own address, whatever headers it sends', async () => {
  const follow = (n: number) =>
    world.ask({
      method: 'GET',
      url: `/calendar/${'A'.repeat(43)}.ics`,
      remoteAddress: '203.0.113.44',
      headers: {
        'x-forwarded-for': `198.51.100.${n % 250}`,
        'x-real-ip': `198.51.100.${n % 250}`,
        forwarded: `for=192.0.2.${n % 250}`,
      },
    });
  const answers = await Promise.all(Array.from({ length: 310 }, (_, n) => follow(n)));
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
});

test('every text answer declares its type and charset', async () => {
  const kinds = {
    '/': 'text/html; charset=utf-8',
    '/api/user': 'application/json; charset=utf-8',
    '/api/nowhere': 'application/json; charset=utf-8',
    '/config.json': 'application/json; charset=utf-8',
    '/health/live': 'application/json; charset=utf-8',
  };
  for (const [url, type] of Object.entries(kinds)) {
    const answer = await world.ask({ method: 'GET', url });
    expect([url, String(answer.headers['content-type']).toLowerCase()]).toEqual([url, type]);
  }
});
