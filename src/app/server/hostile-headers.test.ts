import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { headerBounds } from '#http/server/bound-headers.ts';

let world: World;
let token: string;
let socket: Socket;
let heard = '';
let onHeard = (): void => {};

beforeAll(async () => {
  world = await openWorld({ env: { WEB_ORIGINS: 'https://app.example', TRUSTED_PROXIES: '127.0.0.1' } });
  token = (await world.investor()).token;
  await world.http.app.listen({ host: '127.0.0.1', port: 0 });
  socket = connect((world.http.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', (data: Buffer) => {
    heard += data.toString('latin1');
    onHeard();
  });
  await once(socket, 'connect');
});
afterAll(async () => {
  socket.destroy();
  await world.close();
});

/** A value about as long as all headers of a request together may be. */
const fill = (unit: string, before = ''): string =>
  before + unit.repeat(Math.ceil(15_500 / unit.length)).slice(0, 15_500 - before.length);

const hostile = [
  ...[',', ';', '/', '"', '=', '(', '9', '1.', ' x', '\tx', 'q=0.', '*/*;q=0.1,', 'en-US;q=0.5,', 'gzip;q=0.1, '].map(
    (unit) => fill(unit),
  ),
  ...['W/"a",', '1.2.3.4, ', 'for="[::1]";', 'Chrome/', 'x-a, '].map((unit) => fill(unit)),
  fill('0-,', 'bytes='),
  fill('1-2,', 'bytes='),
  fill('\\', '"'),
  `Bearer ${fill(' ').slice(8)}x`,
  fill(' a=b;', 'application/json;'),
  fill('a', 'multipart/form-data; boundary='),
];

/** Every header that we or our dependencies read, and, for comparison, some that we do not use. */
const names = [
  ...Object.keys(headerBounds),
  'content-encoding',
  'cookie',
  'host',
  'idempotency-key',
  'quoted-rate',
  'quoted-days',
  'quoted-fee',
  'quoted-tax',
  'referer',
  'second-key-approval',
  'te',
  'via',
];

const calls: [string, (header: string) => string][] = [
  [
    'a call that reads',
    (header) => `GET /api/user HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\n${header}\r\n\r\n`,
  ],
  ['a call of nobody’s', (header) => `GET /api/stakes HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`],
  ['what is not there', (header) => `GET /api/nowhere HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`],
  [
    'a call that sends',
    (header) =>
      `POST /api/stake HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${header}\r\n\r\n{}`,
  ],
];

/** Returns the response status. A request that repeats a header is either understood, or refused and disconnected. */
async function ask(text: string): Promise<number> {
  heard = '';
  socket.write(text);
  for (;;) {
    const body = heard.indexOf('\r\n\r\n') + 4;
    const length = /content-length: (\d+)/i.exec(heard)?.[1];
    if (body > 3 && heard.length >= body + Number(length ?? 0)) return Number(heard.slice(9, 12));
    await new Promise<void>((resolve) => (onHeard = resolve));
  }
}

/** CPU time that this process spent, the minimum of several runs: other load on the machine does not count. */
async function leastWorkMs(work: () => Promise<unknown>, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

test.each(calls)(
  '[L9] %s costs no more with any header, whatever its value, than with an ignored one',
  async (_what, call) => {
    for (let n = 0; n < 30; n += 1) await ask(call('X-Nothing: a'));
    const usual = await leastWorkMs(() => ask(call(`X-Nothing: ${fill(',')}`)), 20);
    const costly: string[] = [];
    for (const name of names) {
      for (const value of hostile) {
        let status = 0;
        const work = async (): Promise<void> => void (status = await ask(call(`${name}: ${value}`)));
        let ms = await leastWorkMs(work, 2);
        // A high value is measured again: it may have been garbage collection.
        if (ms > 3 * usual + 2) ms = Math.min(ms, await leastWorkMs(work, 20));
        const shown = `${name}: ${value.slice(0, 20)}…`;
        if (ms > 3 * usual + 2) costly.push(`${shown} ${ms.toFixed(1)} ms, usual ${usual.toFixed(1)} ms`);
        if (status >= 500) costly.push(`${shown} ${status}`);
      }
    }
    expect(costly).toEqual([]);
  },
  120_000,
);

test('[L9] a number of sixty thousand digits costs no more than a string of that length, before authentication', async () => {
  const send = (value: string) => ({
    method: 'POST' as const,
    url: '/auth',
    headers: { 'content-type': 'application/json' },
    payload: `{"email":${value},"password":"x"}`,
  });
  const worked = (value: string): Promise<number> =>
    leastWorkMs(async () => expect((await world.ask(send(value))).statusCode).toBe(422), 5);
  const usual = await worked(`["${'0'.repeat(60_000)}"]`);
  for (const value of [
    `1.${'0'.repeat(60_000)}1`,
    `0.${'0'.repeat(60_000)}1`,
    '9'.repeat(60_000),
    `-1${'0'.repeat(300)}.${'0'.repeat(59_000)}5`,
  ]) {
    expect(await worked(value), value.slice(0, 10)).toBeLessThan(10 * usual + 20);
  }
});
