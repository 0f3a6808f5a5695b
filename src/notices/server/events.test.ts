import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { composeHttp } from '#app/server/compose.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Config } from '#settings/server/config.ts';
import { openDatabase } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { mostStreams, type Notice } from '../contract.ts';
import { countChanges, follow, type Follower, isGreeted } from './testing/follow.ts';

/** Three servers on one database, each with its own connections, like three processes. */
interface Server {
  http: Http;
  address: string;
  close(): Promise<void>;
}

let world: World;
const servers: Server[] = [];
const followers: Follower[] = [];

beforeAll(async () => {
  world = await openWorld();
  for (let n = 0; n < 3; n += 1) servers.push(await startServer());
});
afterEach(async () => {
  for (const follower of followers.splice(0)) follower.leave();
  expect(await world.audit()).toEqual([]);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await world.close();
});

async function startServer(different: Partial<Config> = {}): Promise<Server> {
  const db = openDatabase({ url: world.db.url, connections: 5 });
  const http = await composeHttp({ config: { ...world.config, ...different }, db, logTo: false, now: () => world.now });
  const address = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const close = async (): Promise<void> => {
    await http.app.close();
    await db.close();
  };
  return { http, address, close };
}

async function followAt(n: number, token: string): Promise<Follower> {
  const follower = await follow(servers[n]?.address ?? '', token);
  followers.push(follower);
  return follower;
}

const money = countChanges('money');
const sessions = countChanges('sessions');

/** Waits until the stream is greeted and past the news that listening has begun. */
async function settled(follower: Follower): Promise<Follower> {
  await follower.until(isGreeted);
  const { http } = servers[0] as Server;
  await http.db.query('SELECT 1');
  return follower;
}

/**
 * Each server announces once, to everybody, that it has begun to listen: waits until all of them have, and nothing more comes.
 */
async function untilQuiet(...among: Follower[]): Promise<void> {
  const listening = `SELECT FROM pg_stat_activity
    WHERE application_name = 'lastro-changes' AND datname = current_database() AND query LIKE '%pg_notify%' AND state = 'idle'`;
  await expect.poll(async () => (await askAsOwner(world.db.adminUrl, listening)).length).toBe(servers.length);
  const count = (): number => among.reduce((sum, { events }) => sum + events.length, 0);
  for (let before = -1; before !== count();) {
    before = count();
    await pause(1_000);
  }
}

async function openStake(n: number, { token }: TestInvestor): Promise<void> {
  const answer = await fetch(`${servers[n]?.address}/api/stake`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{"amount":10,"time_stake":30}',
  });
  expect(answer.status).toBe(201);
}

test('a change made through one server reaches its customer through the others, and nobody else', async () => {
  const ana = await world.investor({ balance: '500' });
  const eva = await world.investor({ balance: '500' });
  const [here, there, further, hers] = await Promise.all([
    followAt(0, ana.token),
    followAt(1, ana.token),
    followAt(2, ana.token),
    followAt(1, eva.token),
  ]);
  for (const each of [here, there, further, hers]) await settled(each);
  expect(here.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(here.headers.get('x-accel-buffering')).toBe('no');
  await untilQuiet(here, there, further, hers);
  const before = [here, there, further, hers].map(money);
  const asked = performance.now();
  await openStake(0, ana);
  const took: number[] = [];
  for (const [n, each] of [here, there, further].entries()) {
    await each.until((follower) => money(follower) > (before[n] ?? 0));
    took.push(Math.round((each.events.at(-1)?.at ?? 0) - asked));
  }
  console.log(`an opened stake was told after ${took.join(', ')} ms (own server, two others; the call included)`);
  expect(money(hers)).toBe(before[3]);
});

test('many concurrent changes become few events', async () => {
  const ana = await world.investor({ balance: '500' });
  const follower = await settled(await followAt(1, ana.token));
  await untilQuiet(follower);
  const before = money(follower);
  const began = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => openStake(0, ana)));
  await follower.until((each) => money(each) > before);
  await pause(600);
  // One at the beginning, then one in each quarter of a second.
  expect(money(follower) - before).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 250));
});

test('[A5] a stream ends immediately with its session, on every server, and receives nothing more', async () => {
  const ana = await world.investor({ balance: '500' });
  const [here, there] = [await settled(await followAt(0, ana.token)), await settled(await followAt(1, ana.token))];
  const left = await fetch(`${servers[0]?.address}/auth/logout`, {
    method: 'POST',
    headers: { authorization: ana.token },
  });
  expect(left.status).toBe(204);
  for (const each of [here, there]) {
    await each.until((follower) => follower.isOver());
    expect(each.events.at(-1)?.name).toBe('ended');
    expect(sessions(each)).toBe(0);
  }
  const again = await followAt(0, ana.token);
  expect(again.status).toBe(401);
});

test(`a customer may have ${mostStreams} streams per server; another is refused until one of them ends`, async () => {
  const ana = await world.investor();
  const open = await Promise.all(Array.from({ length: mostStreams }, () => followAt(2, ana.token)));
  for (const each of open) await settled(each);
  const refused = await fetch(`${servers[2]?.address}/api/events`, { headers: { authorization: ana.token } });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_streams']);
  expect(refused.headers.get('retry-after')).toBe('30');
  open[0]?.leave();
  await expect
    .poll(async () => {
      const next = await followAt(2, ana.token);
      return next.status;
    })
    .toBe(200);
});

test("[L9] a new stream is told how long its customer's data has been unchanged, on whichever server", async () => {
  const [ana, eva] = [await world.investor({ balance: '500' }), await world.investor({ balance: '500' })];
  const hearing = await settled(await followAt(1, eva.token));
  await untilQuiet(hearing);
  const before = money(hearing);
  const opened = performance.now();
  await openStake(0, ana);
  await openStake(0, eva);
  await hearing.until((follower) => money(follower) > before);
  const quietMsOf = async ({ token }: TestInvestor): Promise<number> => {
    const { events } = await settled(await followAt(1, token));
    return events.find(({ name }) => name === 'hello')?.quietMs ?? -1;
  };
  const caio = await quietMsOf(await world.investor());
  const anas = await quietMsOf(ana);
  expect(anas).toBeGreaterThanOrEqual(0);
  expect(anas).toBeLessThanOrEqual(performance.now() - opened);
  expect(caio).toBeGreaterThan(performance.now() - opened);
});

test('nothing is missed across a disconnect: what happened meanwhile can be read afterwards', async () => {
  const ana = await world.investor({ balance: '500' });
  const first = await settled(await followAt(1, ana.token));
  await openStake(0, ana);
  first.leave();
  world.forward(30);
  await world.settle();
  const back = await settled(await followAt(2, ana.token));
  expect(back.events.map(({ name }) => name)).toContain('hello');
  const said = (await ana.get('/api/notices')).json<Notice[]>();
  expect(said.map(({ Kind }) => Kind)).toEqual(['stake_matured']);
});

test('a lost listening connection is replaced, and everybody refetches', async () => {
  const ana = await world.investor({ balance: '500' });
  const follower = await settled(await followAt(1, ana.token));
  await follower.until(() => true);
  const admin = new pg.Client({ connectionString: world.db.adminUrl });
  await admin.connect();
  const isHearing = async (): Promise<number> => {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'lastro-changes' AND datname = current_database()`,
    );
    return rows.length;
  };
  await expect.poll(isHearing).toBe(3);
  const before = money(follower);
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'lastro-changes' AND datname = current_database()`,
  );
  // The outage may be short: on reconnecting, everybody is told to refetch, spread over some seconds.
  await follower.until((each) => money(each) > before);
  const afterwards = money(follower);
  await openStake(0, ana);
  const took = await follower.until((each) => money(each) > afterwards);
  console.log(`after the listening connection was killed, the next change was told in ${Math.round(took)} ms`);
  await expect.poll(isHearing).toBe(3);
  await admin.end();
});

test('behind a pooler, where announcements are not received, polling finds the changes of others', async () => {
  const deaf = await startServer({ databaseListenUrl: 'postgresql://nobody@127.0.0.1:1/none' });
  servers.push(deaf);
  const ana = await world.investor({ balance: '500' });
  const follower = await settled(await followAt(3, ana.token));
  const before = money(follower);
  await openStake(0, ana);
  const took = await follower.until((each) => money(each) > before);
  console.log(`without announcements the change was told in ${Math.round(took)} ms`);
  servers.pop();
  await deaf.close();
});

test('a stopping server does not wait for open streams', async () => {
  const ana = await world.investor();
  const extra = await startServer();
  servers.push(extra);
  const follower = await settled(await followAt(3, ana.token));
  servers.pop();
  const began = performance.now();
  await extra.close();
  // It would wait for as long as the stream is open.
  expect(performance.now() - began).toBeLessThan(30_000);
  await follower.until((each) => each.isOver());
});
