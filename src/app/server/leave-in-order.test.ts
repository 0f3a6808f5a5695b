import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow, isGreeted } from '#notices/server/testing/follow.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { composeHttp } from './compose.ts';
import { composeWorker } from './compose-worker.ts';
import { leaveInOrder } from './leave-in-order.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
});
afterAll(() => world.close());

interface Server {
  http: Http;
  db: Database;
  address: string;
}

async function startServer(): Promise<Server> {
  const db = openDatabase({ url: world.db.url, connections: 5 });
  const http = await composeHttp({ config: world.config, db, logTo: false, now: () => world.now });
  return { http, db, address: await http.app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Leaves a stake, which waits for the customer's accounts. */
function leaveStake(address: string, stake: string): Promise<Response> {
  return fetch(`${address}/api/stake/${stake}`, {
    method: 'POST',
    headers: { authorization: ana.token, 'content-type': 'application/json' },
    body: '{}',
  });
}

async function openStake(): Promise<string> {
  return (await ana.post('/api/stake', { amount: 10, time_stake: 30 })).json<{ Id: string }>().Id;
}

/** Waits until a call waits for the account. */
async function isWaiting(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await askAsOwner(world.db.adminUrl, waiting)).length).toBe(1);
}

/** Locks the row that every call moving Ana's money needs first, until released. */
async function holdAccount(): Promise<() => Promise<void>> {
  const admin = new pg.Client({ connectionString: world.db.adminUrl });
  await admin.connect();
  await admin.query('BEGIN');
  await admin.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ana.id]);
  return async () => {
    await admin.query('COMMIT');
    await admin.end();
  };
}

test('[O1] a stopping server first reports it, answers new and running calls, and sends streams elsewhere', async () => {
  const { http, db, address } = await startServer();
  const stream = await follow(address, ana.token);
  await stream.until(isGreeted);
  const stake = await openStake();
  const letGo = await holdAccount();
  const underWay = leaveStake(address, stake);
  await isWaiting();

  const leaving = leaveInOrder({ listening: [http], jobs: null, db, drainMs: 6_000, stopMs: 10_000 });
  await pause(50);
  const readiness = await fetch(`${address}/health/ready`);
  expect([readiness.status, await readiness.json()]).toMatchObject([503, { status: 'leaving', database: 'ok' }]);
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
  const meanwhile = await fetch(`${address}/api/user`, { headers: { authorization: ana.token } });
  expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close']);
  expect(stream.isOver()).toBe(false);

  await stream.until((each) => each.isOver());
  expect(stream.events.at(-1)?.name).toBe('moved');
  await letGo();
  expect((await underWay).status).toBe(200);
  expect(await leaving).toBe(true);
  await expect(fetch(`${address}/health/live`)).rejects.toThrow();
  expect(await world.audit()).toEqual([]);
});

test('[O1] work that does not finish in time is cut off and rolled back', async () => {
  const { http, db, address } = await startServer();
  const stake = await openStake();
  const letGo = await holdAccount();
  const before = await ana.balance();
  const underWay = leaveStake(address, stake).catch(() => 'cut off');
  await isWaiting();
  const startedAt = performance.now();
  expect(await leaveInOrder({ listening: [http], jobs: null, db, drainMs: 0, stopMs: 500 })).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await underWay).toBe('cut off');
  // In a program the process ends here, and its connections with it.
  await world.db.query(`SELECT 1`);
  await endConnectionsOf(db);
  await letGo();
  expect(await ana.balance()).toBe(before);
});

/** Ends its connections as the end of a process would. */
async function endConnectionsOf(db: Database): Promise<void> {
  const admin = new pg.Client({ connectionString: world.db.adminUrl });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
  );
  await admin.end();
  await db.close().catch(() => {});
}

test('[O1] the clockwork takes nothing new once asked to stop, and has time to finish', async () => {
  const db = openDatabase({ url: world.db.url, connections: 2 });
  const http = composeWorker({ config: world.config, db, logTo: false });
  const address = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const readiness = await fetch(`${address}/health/ready`);
  expect([readiness.status, await readiness.json()]).toMatchObject([200, { status: 'ok', queue: 'ok' }]);
  expect((await fetch(`${address}/metrics`)).status).toBe(200);
  expect((await fetch(`${address}/api/user`, { headers: { authorization: ana.token } })).status).toBe(404);
  const steps: string[] = [];
  const jobs = {
    stop: async (graceMs: number): Promise<void> => {
      steps.push(`asked with ${graceMs} ms`);
      await pause(300);
      await db.query('SELECT 1');
      steps.push('finished on an open database');
    },
  };
  expect(await leaveInOrder({ listening: [http], jobs, db, drainMs: 0, stopMs: 5_000 })).toBe(true);
  expect(steps).toEqual(['asked with 4000 ms', 'finished on an open database']);
});
