import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countChanges, follow, isGreeted } from '#notices/server/testing/follow.ts';
import { connectDatabase, learnWhatAnswers, shareOfConnections } from '#database/server/connect-database.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import { migrate } from '#database/server/migrate.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { buildWorld } from '#testing/server/build-world.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { findPgbouncer, type RunningPgbouncer, runPgbouncer } from '#testing/server/run-pgbouncer.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import { checkDatabase } from '#operator/server/doctor/check-database.ts';
import { composeHttp } from './compose.ts';

test("[O1] a process gets its share of the server's connections, no more than it can use and no less than it needs", () => {
  expect(shareOfConnections(97, 1)).toBe(20);
  expect(shareOfConnections(97, 4)).toBe(18);
  expect(shareOfConnections(97, 8)).toBe(7);
  expect(shareOfConnections(97, 40)).toBe(4);
});

/** Debian's package, in transaction mode: `apt-get install pgbouncer`, which `.ci/run` does where it may. */
const isThere = findPgbouncer() !== null;
if (!isThere) console.warn('PgBouncer is not installed: that the product works behind it was not tested.');

describe.skipIf(!isThere)('behind PgBouncer in transaction mode', () => {
  let direct: TestDatabase;
  let pooler: RunningPgbouncer;
  let world: World;
  /** A second server behind the same pooler. */
  let other: { db: Database; address: string; close(): Promise<void> };
  const limits = {
    statement_timeout: '15s',
    random_page_cost: '1.1',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
  };

  beforeAll(async () => {
    direct = await cloneDatabase();
    pooler = await runPgbouncer({ url: direct.url });
    await expect(connectDatabase({ url: pooler.url })).rejects.toThrow(
      /^DATABASE_URL leads through a pooler, and the login has no time limits of its own/,
    );
    await pooler.stop();
    const name = new URL(direct.url).pathname.slice(1);
    for (const [limit, value] of Object.entries(limits))
      await askAsOwner(direct.adminUrl, `ALTER ROLE lastro_app IN DATABASE ${name} SET ${limit} = '${value}'`);
    pooler = await runPgbouncer({ url: direct.url });
    const db = await connectDatabase({ url: pooler.url, listenUrl: direct.url });
    const env = { DATABASE_LISTEN_URL: direct.url };
    world = await buildWorld({ ...db, url: pooler.url, adminUrl: direct.adminUrl }, { env, isLive: true });
    other = await startOther();
  }, 60_000);
  afterAll(async () => {
    expect(await world.audit()).toEqual([]);
    await other.close();
    await world.close();
    await pooler.stop();
    await direct.close();
  });

  async function startOther(): Promise<typeof other> {
    const db = await connectDatabase({ url: pooler.url, listenUrl: direct.url });
    const http = await composeHttp({ config: world.config, db, logTo: false });
    const address = await http.app.listen({ port: 0, host: '127.0.0.1' });
    const close = () => http.app.close().then(() => db.close());
    return { db, address, close };
  }

  test('[O2] the pooler is recognised by what it answers, and statements stay unnamed', async () => {
    expect(await learnWhatAnswers(pooler.url)).toMatchObject({ isPooled: true, isLimited: true });
    expect(await learnWhatAnswers(direct.url)).toMatchObject({ isPooled: false });
    expect([world.db.statements, other.db.statements]).toEqual(['unnamed', 'unnamed']);
  });

  test('[O5] the check of an installation is let in there, as the programs are', async () => {
    const found = await checkDatabase({
      given: {},
      config: world.config,
      problems: [],
      dataDir: '',
      backups: null,
      worker: null,
      now: () => new Date(),
    });
    expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual(
      expect.arrayContaining(['migrations ok', 'mode ok', 'login ok']),
    );
  });

  test('[O2] migrating through it is refused, and leaves no lock behind', async () => {
    await expect(migrate(pooler.url)).rejects.toThrow(/cannot be migrated through a pooler/);
    const locks = await askAsOwner(direct.adminUrl, `SELECT FROM pg_locks WHERE locktype = 'advisory'`);
    expect(locks).toEqual([]);
  });

  /** Behaves like a good client: retries under one key until answered. */
  async function insist(ana: TestInvestor, address: string): Promise<string> {
    const key = randomUUID();
    for (;;) {
      const answer = await fetch(`${address}/api/stake`, {
        method: 'POST',
        headers: { authorization: ana.token, 'content-type': 'application/json', 'idempotency-key': key },
        body: '{"amount":10,"time_stake":30}',
      });
      const body = (await answer.json()) as { Id: string };
      if (answer.status === 201) return body.Id;
      if (answer.status !== 503 && answer.status !== 409) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
      await pause(20);
    }
  }

  /** Opens `times` stakes for each of six customers, all concurrently and through both servers, amid reads. */
  async function storm(times: number, meanwhile: () => Promise<void>): Promise<void> {
    const customers = await Promise.all(Array.from({ length: 6 }, () => world.investor({ balance: '10000' })));
    const here = world.http.app.listeningOrigin;
    const calls = customers.flatMap((each) =>
      Array.from({ length: times }, (_, n) => insist(each, n % 2 ? here : other.address)),
    );
    const reads = customers.map(async (each) => {
      const urls = ['/api/user', '/api/homereport', '/api/stakes', `/api/explanations/${each.id}/balance`];
      for (let n = 0; n < times; n += 1)
        for (const url of urls)
          expect([url, (await each.get(url)).statusCode]).toEqual([url, expect.toBeOneOf([200, 503])]);
    });
    const [ids] = await Promise.all([Promise.all(calls), Promise.all(reads), meanwhile()]);
    expect(new Set(ids).size).toBe(6 * times);
    for (const each of customers) {
      expect(await each.balance()).toBe(10_000 - 10 * times);
      expect((await each.get('/api/stakes?limit=500')).json()).toHaveLength(times);
    }
    expect(await world.audit()).toEqual([]);
  }

  test('[O2] a storm of money calls and reads through two servers loses nothing and does nothing twice', async () => {
    await world.http.app.listen({ port: 0, host: '127.0.0.1' });
    await storm(10, async () => {});
  }, 120_000);

  test('[O2] nor does a storm in which its database connections are cut repeatedly', async () => {
    await storm(10, async () => {
      for (let cuts = 0; cuts < 8; cuts += 1) {
        await pause(100);
        await askAsOwner(
          direct.adminUrl,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'lastro_app'`,
        );
      }
    });
  }, 120_000);

  test('[O2] a change on one server is announced by the other, which listens past the pooler', async () => {
    const ana = await world.investor({ balance: '100' });
    const stream = await follow(other.address, ana.token);
    const money = countChanges('money');
    await stream.until(isGreeted);
    await pause(600);
    const before = money(stream);
    expect((await ana.post('/api/stake', { amount: 10, time_stake: 30 })).statusCode).toBe(201);
    // Without listening it would look for changes itself, half a minute later.
    expect(await stream.until((each) => money(each) > before)).toBeLessThan(15_000);
    stream.leave();
  });

  test('[O2] without an address past the pooler nothing listens, and no listening session is left', async () => {
    const db = await connectDatabase({ url: pooler.url });
    expect(db.listenUrl).toBeNull();
    await db.close();
    const past = openDatabase({ url: direct.adminUrl, connections: 1 });
    const listening = await past.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND application_name <> 'lastro-changes'`,
    );
    await past.close();
    expect(listening).toEqual([]);
  });
});
