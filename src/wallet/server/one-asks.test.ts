import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import type { Database } from '#database/server/database.ts';
import { endTurnToAsk, takeTurnToAsk } from './rate-store.ts';
import { type RateWatch, watchRates } from './watch-rates.ts';

let db: Database & { close(): Promise<void> };
let asked = 0;
const source = createServer((_request, answer) => {
  asked += 1;
  answer.writeHead(429, { 'retry-after': '3600' }).end('{}');
});
let ratesUrl: string;
let watches: RateWatch[] = [];
beforeAll(async () => {
  db = await cloneDatabase();
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  ratesUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}/usd`;
});
afterEach(() => {
  for (const watch of watches) watch.stop();
  watches = [];
});
afterAll(async () => {
  source.close();
  await db.close();
});

const log = { warn: () => {}, error: () => {} } as never;

test('[F2] of any number of programs one asks the source, and an hour that it asks for holds for all, also after a restart', async () => {
  const start = () => {
    const watch = watchRates({ db, config: { mode: 'sandbox', ratesUrl, ratesUrl2: '' }, log });
    watches.push(watch);
  };
  for (let n = 0; n < 4; n += 1) start();
  await expect.poll(() => asked).toBe(1);
  const pausing = `SELECT FROM rate_judge WHERE ask_at > now() + interval '50 minutes'`;
  await expect.poll(async () => (await db.query(pausing)).length).toBe(1);
  start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toBe(1);
});

test('[F2] another source is asked at once, and one turn is had by one', async () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeTurnToAsk(db, one)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  await endTurnToAsk(db, one, 3_600_000);
  expect(await takeTurnToAsk(db, one)).toBe(false);
  expect(await takeTurnToAsk(db, other)).toBe(true);
  await endTurnToAsk(db, other, 0);
  expect(await takeTurnToAsk(db, other)).toBe(true);
});
