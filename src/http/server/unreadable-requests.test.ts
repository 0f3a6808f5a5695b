import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.http.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());

/** Sends these exact bytes and returns what the server answers until it hangs up. */
async function say(bytes: string): Promise<string> {
  const socket = connect((world.http.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const deadline = setTimeout(() => socket.destroy(new Error('it did not hang up')), 10_000);
  return text(socket).finally(() => clearTimeout(deadline));
}

const post = 'POST /auth HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const behind = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';

test.each([
  ['both a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${behind}`, 400],
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${behind}`, 400],
  ['a coding that nobody knows', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${behind}`, 400],
  ['chunks that are not the last coding', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${behind}`, 400],
  ['a space before the colon', `GET /health/live HTTP/1.1\r\nHost : a\r\n\r\n${behind}`, 400],
  ['a header over two lines', `GET /health/live HTTP/1.1\r\nHost: a\r\nX-A: a\r\n b\r\n\r\n${behind}`, 400],
  ['lines without their return', `GET /health/live HTTP/1.1\nHost: a\n\n${behind}`, 400],
  ['an endless header', `GET /health/live HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  ['an endless address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
])('rejects a request with %s in the contract’s shape, and reads nothing behind it', async (_what, bytes, status) => {
  const said = await say(bytes);
  const [head = '', body = ''] = said.split('\r\n\r\n');
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i);
  expect(head).toContain("frame-ancestors 'none'");
  expect(JSON.parse(body)).toEqual({ code: 'bad_request', message: 'Não foi possível ler o pedido.' });
});

test('a trickling request times out after thirty seconds, and its headers after fifteen', () => {
  const { requestTimeout, headersTimeout } = world.http.app.server;
  // Node limits the whole request by the larger of the two, whatever its name.
  expect(Math.max(requestTimeout, headersTimeout)).toBe(30_000);
  expect(headersTimeout).toBe(15_000);
});

test('the host named in a request is never reflected in the answer', async () => {
  const said = await say(
    'GET /api/stakes HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
  );
  expect(said).toMatch(/^HTTP\/1\.1 401/);
  expect(said).not.toContain('evil');
});
