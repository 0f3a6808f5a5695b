import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchUsdBrl } from './fetch-usd-brl.ts';
import { askPatiently } from './source-patience.ts';

let server: Server;
let address: string;
let asked = 0;
let retryAfter: string | undefined;

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** How often it is asked, within that time, by somebody who tries every second. */
async function countWithin(seconds: number): Promise<number> {
  let second = 0;
  asked = 0;
  const source = askPatiently(
    () => fetchUsdBrl(address),
    () => second * 1_000,
  );
  for (; second < seconds; second += 1) await source.ask().catch(() => {});
  return asked;
}

test.each([
  ['seconds', () => '3600', 1],
  ['a date', () => new Date(Date.now() + 3_600_000).toUTCString(), 1],
  ['nothing', () => undefined, 6],
  ['what cannot be read', () => 'soon', 6],
  ['a time that is over', () => 'Fri, 27 Nov 2020 20:00:00 GMT', 6],
])(
  '[F3] a source of the rate that answers 429 is left alone as it asks, or ever longer: %s',
  async (_what, says, most) => {
    retryAfter = says();
    const times = await countWithin(300);
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(most);
  },
);
