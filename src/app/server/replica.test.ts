import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { addTestKinds } from '#ledger/server/testing/test-kinds.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { openDatabase } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { migrate } from '#database/server/migrate.ts';
import { openReplica, type Replica } from '#database/server/replica.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { buildWorld } from '#testing/server/build-world.ts';
import { type Standby, startStandby } from '#testing/server/start-standby.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import { composeHttp } from './compose.ts';

/** A primary and a real standby, whose replay can be paused. */
let postgres: EmbeddedPostgres;
let standby: Standby;
let world: World;
let replica: Replica;
let http: Http;
/** The same with a replica that is waited for, however busy the machine. */
let patient: { replica: Replica; http: Http };
let ana: TestInvestor;

const lookMs = 100;
const mostBehindMs = 60_000;

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
  await createDatabase(postgres.databaseUrl, 'lastro');
  await migrate(postgres.databaseUrl('lastro', 'lastro_owner'), { isThrowaway: true });
  const adminUrl = postgres.databaseUrl('lastro');
  await addTestKinds((statement) => askAsOwner(adminUrl, statement));
  // As wherever money is stored: a confirmed commit is in the log.
  await askAsOwner(adminUrl, 'ALTER DATABASE lastro SET synchronous_commit = on');
  standby = await startStandby(postgres);
  const url = postgres.databaseUrl('lastro', 'lastro_app');
  world = await buildWorld({ ...openDatabase({ url }), url, adminUrl }, { isLive: true });
  replica = openReplica({ url: standby.urlOf(url), primary: world.db, mostBehindMs, lookMs });
  http = await composeHttp({ config: world.config, db: world.db, replica, logTo: false });
  const waits = openReplica({ url: standby.urlOf(url), primary: world.db, mostBehindMs, lookMs, waitMs: 20_000 });
  patient = {
    replica: waits,
    http: await composeHttp({ config: world.config, db: world.db, replica: waits, logTo: false }),
  };
  ana = await world.investor({ balance: '100000.00' });
}, 120_000);
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  for (const each of [{ http, replica }, patient]) {
    await each.http.app.close();
    await each.replica.close();
  }
  await world.close();
  await standby.stop();
  await postgres.stop();
});
beforeEach(() => follows(true));

const atStandby = <Row extends object>(sql: string) => askAsOwner<Row>(standby.urlOf(world.db.adminUrl), sql);

async function follows(is: boolean): Promise<void> {
  await atStandby(is ? 'SELECT pg_wal_replay_resume()' : 'SELECT pg_wal_replay_pause()');
  if (is) await expect.poll(() => replica.behindMs() ?? Infinity, { timeout: 60_000 }).toBeLessThan(2 * lookMs);
}

const get = (url: string, from = http) =>
  from.app.inject({ method: 'GET', url, headers: { authorization: ana.token } });
const stake = () => ana.post('/api/stake', { amount: 10, time_stake: 30 });

function longReadings(): string[] {
  const year = new Date().getUTCFullYear();
  const figures = `/api/explanations/${ana.id}/balance`;
  return [
    figures,
    `${figures}/postings`,
    `/api/explanations/${ana.id}/stake-accrued/accruals`,
    '/api/equity',
    '/api/statement.csv',
    '/api/history/stakes.csv',
    `/api/statement/${year}.csv`,
  ];
}

test("[O2] reads that add up a history use the replica, and equal the primary's answer", async () => {
  await stake();
  for (const url of longReadings()) {
    const [there, here] = [await get(url, patient.http), await ana.get(url)];
    expect([url, there.statusCode, there.headers['data-source']]).toEqual([url, 200, 'replica; behind=0.0']);
    expect(here.headers['data-source']).toBeUndefined();
    // The others contain the instant at which they were computed.
    if (url.includes('postings') || url.includes('statement.csv')) expect(there.body).toBe(here.body);
  }
});

test('[O2] customers find their own latest writes there', async () => {
  const postings = `/api/explanations/${ana.id}/balance/postings`;
  for (let n = 0; n < 25; n += 1) {
    const { Id } = (await stake()).json<{ Id: string }>();
    const answer = await get(postings, patient.http);
    expect(answer.headers['data-source']).toBe('replica; behind=0.0');
    expect(answer.body).toContain(Id);
  }
});

test('[O2] a lagging replica serves no customer: the primary answers, and the response says so', async () => {
  await follows(false);
  const { Id } = (await stake()).json<{ Id: string }>();
  for (const url of longReadings()) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.headers['data-source']]).toEqual([url, 200, 'primary; behind=0']);
  }
  expect((await get(`/api/explanations/${ana.id}/balance/postings`)).body).toContain(Id);
  // Once the replica is known to lag, nobody waits for it.
  await expect.poll(() => replica.behindMs()).toBeGreaterThan(lookMs + 250);
  const [count, waitMs] = [40, 250];
  const began = performance.now();
  for (let n = 0; n < count; n += 1) await get(`/api/explanations/${ana.id}/balance`);
  expect(performance.now() - began).toBeLessThan(count * waitMs);
});

test('[O2] reads that may be stale use it all the same, and report how far behind it is', async () => {
  await follows(false);
  await stake();
  await pause(1_200);
  await expect.poll(() => replica.behindMs()).toBeGreaterThan(1_000);
  const behind = replica.asItIs();
  expect(behind?.behindMs).toBeGreaterThan(1_000);
  const readOnly = await behind?.db.query<{ stakes: bigint }>('SELECT count(*) AS stakes FROM positions');
  const [here] = await world.db.query<{ stakes: bigint }>('SELECT count(*) AS stakes FROM positions');
  expect(readOnly?.[0]?.stakes).toBe((here?.stakes ?? 0n) - 1n);
});

test('[O2] a replica further behind than the setting allows is not read at all', async () => {
  const strict = openReplica({ url: standby.urlOf(world.db.url), primary: world.db, mostBehindMs: 500, lookMs });
  await expect.poll(() => strict.asItIs()).not.toBeNull();
  await follows(false);
  await stake();
  await expect.poll(() => strict.asItIs()).toBeNull();
  await strict.close();
});

test('[O2] an audit can read it, reports its lag, and seals nothing', async () => {
  const env = { DATABASE_REPLICA_URL: standby.urlOf(world.db.url) };
  const seals = () => world.db.query('SELECT count(*), max(number) FROM ledger.seals');
  const before = await seals();
  const audit = (more: object) => lastroOf(world, { ...env, ...more })('books audit --replica --brokerage no --json');
  const { exit, out } = await audit({});
  expect([exit, JSON.parse(out)]).toEqual([0, expect.objectContaining({ findings: [], source: 'replica' })]);
  expect(JSON.parse(out)).toMatchObject({ behindSeconds: expect.any(Number) });
  expect(await seals()).toEqual(before);
  const away = await audit({ DATABASE_REPLICA_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  expect([away.exit, JSON.parse(away.out)]).toEqual([0, expect.objectContaining({ source: 'primary' })]);
  const none = await lastroOf(world)('books audit --replica --brokerage no');
  expect([none.exit, none.err]).toEqual([1, 'No replica is configured: set DATABASE_REPLICA_URL.\n']);
}, 60_000);

test('[O2] a server that follows no primary is not a replica', async () => {
  const wrong = openReplica({ url: world.db.url, primary: world.db, mostBehindMs, lookMs });
  await pause(5 * lookMs);
  expect([wrong.behindMs(), await wrong.asOfNow(), wrong.asItIs()]).toEqual([null, null, null]);
  await wrong.close();
});

test("[O2] while it is down the primary answers, and its failures do not count as the database's", async () => {
  const { metrics } = await import('#telemetry/server/metrics.ts');
  const troubles = async () => (await metrics.getSingleMetric('lastro_database_troubles_total')?.get())?.values;
  const before = structuredClone(await troubles());
  await standby.stop();
  for (const url of longReadings()) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.headers['data-source']]).toEqual([url, 200, 'primary; behind=0']);
  }
  await expect.poll(() => replica.behindMs()).toBeNull();
  expect(await troubles()).toEqual(before);
  expect(await metrics.metrics()).toContain('lastro_replica_behind_seconds -1');
});
