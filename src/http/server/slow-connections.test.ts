import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { translate } from '#app/server/translate.ts';
import { readConfig } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { createHttp, type Http, type Patience } from './http.ts';

const patience = { wholeRequest: 600, headers: 400, between: 100, idle: 500, silent: 1_500 };

let http: Http;
const sockets: Socket[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const socket of sockets.splice(0)) socket.destroy();
  await http.app.close();
});

const page = { config: { bucket: 'page' } } as const;

/** A server without a database, with timeouts as short as a test needs. */
async function listen(env: Record<string, string> = {}, patient: Patience = patience): Promise<number> {
  const config = readConfig({ DATABASE_URL: 'postgresql://nowhere', MODE: 'sandbox', ...env });
  const nowhere = { pool: { options: { max: 20 } } } as Database;
  http = createHttp({
    config,
    db: nowhere,
    translate,
    readInvestor: async () => null,
    requireMovable: () => {},
    logTo: false,
    patience: patient,
  });
  http.app.get('/small', page, async () => 'small');
  http.app.post('/read', page, async (request) => request.body ?? null);
  http.app.get('/large', page, (_request, reply) => reply.send(Buffer.alloc(30_000_000, 'a')));
  http.app.get('/begun', page, (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/csv' });
    reply.raw.write('half;a;history\r\n');
  });
  await http.app.listen({ host: '127.0.0.1', port: 0 });
  return (http.app.server.address() as AddressInfo).port;
}

interface Peer {
  socket: Socket;
  said: () => string;
}

/** A client that never hangs up: its own half stays open whatever it receives. */
async function open(port: number): Promise<Peer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  let said = '';
  socket.on('data', (data: Buffer) => void (said += data.toString()));
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, said: () => said };
}

function dribble(socket: Socket, text: string): void {
  timers.push(setInterval(() => socket.writable && socket.write(text), 50));
}

/** The server's own count of connections that hold a descriptor. */
function openOnes(): Promise<number> {
  return new Promise((resolve, reject) =>
    http.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

const post = 'POST /read HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

const slow: [string, (socket: Socket) => void][] = [
  ['says nothing at all', () => {}],
  [
    'sends its headers letter by letter',
    (socket) => (socket.write('GET /small HTTP/1.1\r\nX-A: '), dribble(socket, 'a')),
  ],
  ['never ends its headers', (socket) => socket.write('GET /small HTTP/1.1\r\nHost: a\r\n')],
  [
    'sends its body letter by letter',
    (socket) => (socket.write(`${post}Content-Length: 9000\r\n\r\n`), dribble(socket, ' ')),
  ],
  ['never sends its body', (socket) => socket.write(`${post}Content-Length: 9000\r\n\r\n`)],
  [
    'sends chunks without an end',
    (socket) => (socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n`), dribble(socket, '1\r\n \r\n')),
  ],
  ['never ends a chunk', (socket) => socket.write(`${post}Transfer-Encoding: chunked\r\n\r\nff\r\n `)],
  ['asks once and keeps the connection', (socket) => socket.write('GET /small HTTP/1.1\r\nHost: a\r\n\r\n')],
  ['is refused and keeps its half', (socket) => socket.write('NOTHING OF OURS\r\n\r\n')],
  ['hangs up its half alone', (socket) => socket.end('GET /small HTTP/1.1\r\nHost: a\r\n\r\n')],
  [
    'asks for two and sends the body of neither',
    (socket) => socket.write(`${post}Content-Length: 2\r\n\r\n{}${post}Content-Length: 2\r\n\r\n`),
  ],
  [
    'is answered and goes on with its body',
    (socket) => (socket.write('GET /small HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n'), dribble(socket, ' ')),
  ],
];

test.each(slow)('[L9] a client that %s is disconnected soon', async (_what, begin) => {
  const port = await listen();
  const peers = await Promise.all(Array.from({ length: 10 }, () => open(port)));
  for (const { socket } of peers) begin(socket);
  await vi.waitFor(async () => expect(await openOnes()).toBe(0), { interval: 100 });
});

test('[L9] a client that does not read a large answer is disconnected soon', async () => {
  const port = await listen();
  const { socket } = await open(port);
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitFor(async () => expect(await openOnes()).toBe(1));
  await vi.waitFor(async () => expect(await openOnes()).toBe(0), { interval: 100 });
});

test('a client that is too slow gets a 408 in the contract’s shape', async () => {
  const port = await listen();
  const { socket, said } = await open(port);
  socket.write(`${post}Content-Length: 9000\r\n\r\n`);
  await once(socket, 'end');
  expect(said()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(said().split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'bad_request' });
});

test('a started answer is cut off, never followed by another in the middle', async () => {
  const port = await listen();
  const { socket, said } = await open(port);
  socket.write('GET /begun HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n');
  await vi.waitFor(async () => expect(await openOnes()).toBe(0), { interval: 100 });
  expect(said()).toContain('half;a;history');
  expect(said()).not.toContain('408');
});

test('pipelined requests are all answered, in order, and the connection stays usable', async () => {
  const port = await listen();
  const { socket, said } = await open(port);
  socket.write('GET /small HTTP/1.1\r\nHost: a\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100));
  await vi.waitFor(() => expect(said().match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(200));
  expect(
    new Set(
      said()
        .match(/HTTP\/1\.1 200|HTTP\/1\.1 404/g)
        ?.filter((_, at) => at % 2 === 0),
    ),
  ).toEqual(new Set(['HTTP/1.1 200']));
});

test('[L10] of eleven megabytes of requests whose answers nobody reads, few are served, and everybody else is meanwhile', async () => {
  const port = await listen();
  const { socket } = await open(port);
  socket.pause();
  const request = 'GET /small HTTP/1.1\r\nHost: a\r\n\r\n';
  const all = Buffer.from(request.repeat(Math.ceil(11_000_000 / request.length)));
  let served = 0;
  http.app.server.on('request', () => void (served += 1));
  socket.write(all);
  await vi.waitFor(() => expect(served).toBeGreaterThan(100));
  let longest = 0;
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/small`)).text();
    longest = Math.max(longest, performance.now() - began);
  }
  expect(longest).toBeLessThan(500);
  expect(socket.writableLength).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await openOnes()).toBeLessThanOrEqual(1), { timeout: 10_000, interval: 100 });
  // What fits into the buffers of both ends is read and answered.
  expect(served * request.length).toBeLessThan(9_000_000);
});

test('[L10] whoever reads the answers of as many requests gets every one', async () => {
  const port = await listen({}, { ...patience, wholeRequest: 30_000, headers: 30_000, idle: 30_000, silent: 30_000 });
  const { socket, said } = await open(port);
  const body = '{"a":1}';
  const request = `${post}Content-Length: ${body.length}\r\n\r\n${body}`;
  socket.write(request.repeat(1_000));
  await vi.waitFor(() => expect(said().split('HTTP/1.1 200').length).toBe(1_001), { timeout: 20_000, interval: 50 });
});

test('[L9] beyond the total limit no connection is accepted until another one ends', async () => {
  const port = await listen({ MAX_CONNECTIONS: '20' });
  await Promise.all(Array.from({ length: 60 }, () => open(port)));
  expect(await openOnes()).toBeLessThanOrEqual(20);
  sockets.forEach((socket) => socket.destroy());
  await vi.waitFor(async () => expect(await openOnes()).toBe(0));
  const { socket, said } = await open(port);
  socket.write('GET /small HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitFor(() => expect(said()).toContain('200 OK'));
});

test.each([
  [{}, 8],
  [{ TRUSTED_PROXIES: '127.0.0.0/8' }, 40],
])('[L9] one network has its share of the connections, a proxy named by %j all of them', async (env, most) => {
  const port = await listen({ MAX_CONNECTIONS_PER_NETWORK: '8', ...env });
  await Promise.all(Array.from({ length: 40 }, () => open(port)));
  await vi.waitFor(async () => expect(await openOnes()).toBe(most), { timeout: 300, interval: 20 });
});
