import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
});
afterAll(() => world.close());

const body = JSON.stringify({ phone: '+5511987654321', birth: '1990-05-17' });

async function put(payload: Buffer | string, headers: Record<string, string>): Promise<[number, string | undefined]> {
  const answer = await world.http.app.inject({
    method: 'PUT',
    url: '/api/user/-/-',
    headers: { authorization: ana.token, 'content-type': 'application/json', ...headers },
    payload,
  });
  return [answer.statusCode, answer.json<{ code?: string }>().code];
}

test.each([
  { 'content-encoding': 'identity' },
  { 'content-encoding': '' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/json;charset="UTF-8"' },
  { 'content-type': 'application/json; charset=utf8' },
  { 'content-type': 'application/json; indent=2' },
])('accepts a body declared as %j', async (headers: Record<string, string>) => {
  expect(await put(body, headers)).toEqual([200, undefined]);
});

test.each([
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'x-gzip' },
  { 'content-encoding': 'br' },
  { 'content-encoding': 'deflate' },
  { 'content-encoding': 'zstd' },
  { 'content-encoding': 'identity, gzip' },
  { 'content-encoding': `${'identity,'.repeat(20)}gzip` },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=iso-8859-1' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset="utf-7"' },
  { 'content-type': 'application/json; charset=utf-8; charset=latin1' },
  { 'content-type': 'application/json; CHARSET = Windows-1252' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
])('rejects a body declared as %j (415)', async (headers: Record<string, string>) => {
  expect(await put(body, headers)).toEqual([415, 'unsupported_media_type']);
  expect(await put(gzipSync(body), headers)).toEqual([415, 'unsupported_media_type']);
});

test('calls with a body reject a compressed one, and authenticate the caller first', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  for (const url of ['/auth', '/auth/register', '/auth/recover']) {
    const answer = await world.http.app.inject({ method: 'POST', url, headers, payload: gzipSync('{}') });
    expect([url, answer.statusCode]).toEqual([url, 415]);
  }
  const stranger = await world.http.app.inject({ method: 'POST', url: '/api/stake', headers, payload: gzipSync('{}') });
  expect(stranger.statusCode).toBe(401);
  const picture = await world.http.app.inject({
    method: 'POST',
    url: '/api/user/avatar',
    headers: { ...headers, authorization: ana.token, 'content-type': 'multipart/form-data; boundary=a' },
    payload: gzipSync('--a--'),
  });
  expect(picture.statusCode).toBe(415);
  expect((await ana.get('/api/user', { 'content-encoding': 'gzip' })).statusCode).toBe(200);
});

test.each([
  ['Latin-1', Buffer.from(body.replace('1990', 'é'), 'latin1')],
  ['UTF-16', Buffer.from(body, 'utf16le')],
  ['half a character', Buffer.concat([Buffer.from(body.slice(0, -2)), Buffer.from([0xc3]), Buffer.from('"}')])],
  [
    'a character written longer than it is',
    Buffer.concat([Buffer.from('{"phone":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  ],
])('rejects a JSON body in %s instead of storing replacement characters', async (_what, payload) => {
  expect(await put(payload, {})).toEqual([400, 'bad_request']);
});
