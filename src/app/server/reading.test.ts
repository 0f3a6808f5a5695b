import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Response } from 'light-my-request';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { fillHistory } from '#history/server/testing/fill-history.ts';
import { readBuckets } from '#settings/server/buckets.ts';
import { strangeToken } from '#testing/server/strange-token.ts';

/** As in production, except that the payer may pay in a minute what customers pay in a day. */
const buckets = { ...readBuckets('production'), money: readBuckets('sandbox').money };
let world: World;
const readers: TestInvestor[] = [];
let payer: TestInvestor;
let address: string;

beforeAll(async () => {
  world = await openWorld({ buckets });
  address = await world.http.app.listen({ host: '127.0.0.1', port: 0 });
  for (let n = 0; n < 12; n += 1) readers.push(await world.investor());
  payer = await world.investor({ balance: '100000' });
  const member = await world.investor({ broughtBy: payer });
  for (const [at, { id }] of readers.entries()) {
    // The operations are shared by everybody, so they are created once.
    await fillHistory({
      adminUrl: world.db.adminUrl,
      customerId: id,
      memberId: member.id,
      now: world.now,
      events: at ? 0 : 20_000,
      positions: at ? 500 : 2_000,
      othersFollow: at < readers.length - 1,
    });
  }
}, 120_000);
afterAll(async () => {
  // Does not wait for clients that left a file half read.
  world.http.app.server.closeAllConnections();
  await world.close();
});

const pgQuery = pg.Client.prototype.query;
const pay = () => payer.post('/api/stake', { amount: 10, time_stake: 30 });

/** Runs money calls one after the other. Returns the median duration and the statuses. */
async function timeMoney(times: number): Promise<{ half: number; statuses: Set<number> }> {
  const took: number[] = [];
  const statuses = new Set<number>();
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    statuses.add((await pay()).statusCode);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return { half: took[Math.floor(times / 2)] ?? 0, statuses };
}

const everything = [
  '/api/homereport',
  '/api/equity',
  '/api/stakes?limit=500',
  '/api/statement?limit=500',
  '/api/report',
];
const loops: [number, string, string[]][] = [
  [1, 'everything', everything],
  [12, 'everything', everything],
  [12, 'exports', ['/api/statement.csv', '/api/history/stakes.csv']],
];

/** Readers in a separate thread, like an external program; reports the statuses they received. */
const loopsOfReaders = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { asked, over } = workerData;
  const statuses = new Set();
  async function read({ url, token }) {
    while (Atomics.load(over, 0) === 0) {
      try {
        const answer = await fetch(url, { headers: { authorization: token } });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      } catch {
        // On a starved machine a reader may be so slow that the server disconnects it.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }
  Promise.all(asked.map(read)).then(() => parentPort.postMessage([...statuses]));
`;

async function readInLoops(asked: { url: string; token: string }[]): Promise<() => Promise<number[]>> {
  const over = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(loopsOfReaders, { eval: true, workerData: { asked, over } });
  // By then all of them are under way.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return async () => {
    const told = once(worker, 'message');
    Atomics.store(over, 0, 1);
    const [statuses] = (await told) as [number[]];
    await worker.terminate();
    return statuses;
  };
}

describe('while customers read in a loop', () => {
  test.each(loops)(
    '[L9] %i reading %s: money calls stay fast and are never told to retry',
    async (many, _what, urls) => {
      await timeMoney(5);
      const alone = await timeMoney(5);
      const asked = readers
        .slice(0, many)
        .flatMap(({ token }) =>
          Array.from({ length: many === 1 ? 32 : 8 }, (_, n) => ({ url: `${address}${urls[n % urls.length]}`, token })),
        );
      const endReading = await readInLoops(asked);
      const meanwhile = await timeMoney(5);
      const statuses = await endReading();
      expect(meanwhile.statuses).toEqual(new Set([201]));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(statuses).toContain(200);
      // Readers, payer, server and database share two processors with whatever else runs here.
      expect(meanwhile.half).toBeLessThan(20 * alone.half + 2_000);
    },
    120_000,
  );
});

describe('the connections', () => {
  /** Customers who have read nothing yet. */
  const fresh: TestInvestor[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 12; n += 1) fresh.push(await world.investor({ balance: '100' }));
  });

  test.each([
    ['/api/equity', 4],
    // Light reads share a few connections.
    ['/api/stakes', 5],
  ])(
    '[L9] %s uses at most %i of twenty, however many customers ask, and one customer alone fewer',
    async (url, most) => {
      // Which customer's statements each connection is running: several statements at once on one connection count once.
      const underWay = new Map<pg.Client, { who: string; statements: number }>();
      let [atOnce, ofOne] = [0, 0];
      const query = vi.spyOn(pg.Client.prototype, 'query');
      query.mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
        const returned = (pgQuery as (...values: unknown[]) => unknown).apply(this, sent);
        const answer = returned instanceof Promise ? returned : null;
        const { values = [] } = (sent[0] ?? {}) as { values?: unknown[] };
        const who = fresh.find(({ id }) => values.includes(id))?.id;
        if (!who || !answer) return returned;
        const statements = (underWay.get(this)?.statements ?? 0) + 1;
        underWay.set(this, { who, statements });
        const whose = [...underWay.values()].map((each) => each.who);
        atOnce = Math.max(atOnce, whose.length);
        ofOne = Math.max(ofOne, ...whose.map((each) => whose.filter((other) => other === each).length));
        const end = (): void => {
          const now = underWay.get(this);
          if (now && now.statements > 1) underWay.set(this, { ...now, statements: now.statements - 1 });
          else underWay.delete(this);
        };
        answer.then(end, end);
        return returned;
      });
      const answers = await Promise.all(fresh.flatMap((reader) => Array.from({ length: 20 }, () => reader.get(url))));
      query.mockRestore();
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(atOnce).toBeLessThanOrEqual(most);
      expect(ofOne).toBeLessThanOrEqual(Math.ceil(most / 2) + 1);
      expect(atOnce).toBeGreaterThan(0);
    },
  );
});

describe('a file', () => {
  test('[L9] is sent to one customer at most twice concurrently, whether they read it or not', async () => {
    // The customer with the long statement, once the cache of earlier reads is gone.
    const [ana] = readers as [TestInvestor];
    await world.start();
    address = await world.http.app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const ask = (signal?: AbortSignal) =>
      fetch(`${address}/api/statement.csv`, { headers: { authorization: ana.token }, signal: signal ?? null });
    for (let n = 0; n < 2; n += 1) expect((await ask(leaving.signal)).status).toBe(200);
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 2]);
    leaving.abort();
    const again = await vi.waitFor(
      async () => {
        const answer = await ask();
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect((await again.text()).split('\r\n').length).toBeGreaterThan(20_000);
    const ofHead = { method: 'HEAD', url: '/api/statement.csv', headers: { authorization: ana.token } } as const;
    for (let n = 0; n < 5; n += 1) expect((await world.ask(ofHead)).statusCode).toBe(404);
    const enough = new AbortController();
    expect((await ask(enough.signal)).status).toBe(200);
    enough.abort();
  });
});

describe('the rate limit', () => {
  let limited: World;
  let ana: TestInvestor;
  beforeAll(async () => {
    limited = await openWorld({ buckets });
    ana = await limited.investor({ balance: '1000' });
  });
  afterAll(() => limited.close());

  test('[L9] tells a customer who reads without a pause how long to wait, without a database query, and nobody else', async () => {
    const bia = await limited.investor();
    const answers: Response[] = [];
    const slowed = () => answers.filter(({ statusCode }) => statusCode === 429);
    // A starved machine answers slowly, so it takes more requests to reach the limit.
    for (let n = 0; n < 9 || (slowed().length === 0 && n < 50); n += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 100 }, () => ana.get('/api/stakes')))));
    }
    expect(slowed().length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
    expect(Number(slowed()[0]?.headers['retry-after'])).toBeGreaterThan(0);
    const query = vi.spyOn(limited.http.db, 'query');
    await Promise.all(Array.from({ length: 200 }, () => ana.get('/api/equity')));
    expect(query.mock.calls.length).toBeLessThan(60);
    query.mockRestore();
    expect((await bia.get('/api/equity')).statusCode).toBe(200);
    expect((await ana.post('/api/stake', { amount: 10, time_stake: 30 })).statusCode).toBe(201);
  });

  test('[L9] unknown tokens are looked up at a limited rate, and customers logged in from the same place stay in', async () => {
    const carla = await limited.investor();
    expect((await carla.get('/api/user')).statusCode).toBe(200);
    const guess = () => limited.ask({ method: 'GET', url: '/api/user', headers: { authorization: strangeToken() } });
    const statuses = (await Promise.all(Array.from({ length: 1_200 }, guess))).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(1_100);
    expect((await carla.get('/api/user')).statusCode).toBe(200);
    expect((await carla.post('/api/auth/nothing')).statusCode).toBe(404);
  });
});
