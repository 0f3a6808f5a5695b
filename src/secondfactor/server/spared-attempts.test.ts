import type { Response } from 'light-my-request';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { count, countAll, type Limit, sparingFaults } from '#http/server/attempts.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld } from './testing/key-world.ts';

let world: KeyWorld;

beforeAll(async () => void (world = await openKeyWorld()));
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
});
afterAll(() => world.close());

async function ticketOf(owner: KeyOwner): Promise<string> {
  return (await world.logIn(owner)).json().details.ticket;
}
function finish(ticket: string, shown: object): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket, ...shown } });
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.db.adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Makes every insert into the table fail meanwhile: the last step of an otherwise valid request. */
async function whileAway(table: string, work: () => Promise<void>): Promise<void> {
  await asOwner(`CREATE OR REPLACE FUNCTION public.fail_for_now() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'canceled' USING ERRCODE = '57014'; END $$`);
  await asOwner(`CREATE TRIGGER away BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION public.fail_for_now()`);
  try {
    await work();
  } finally {
    await asOwner(`DROP TRIGGER away ON ${table}`);
  }
}

const points = async (): Promise<number> => {
  const rows = await world.db.query<{ points: number }>('SELECT points FROM attempts');
  return rows.reduce((sum, row) => sum + Math.max(0, row.points), 0);
};

test('[L6] a login interrupted by a database fault costs no attempt, neither of the ticket nor of any limit', async () => {
  const ana = await world.withApp();
  const ticket = await ticketOf(ana);
  await world.db.query('DELETE FROM attempts');
  await whileAway('sessions', async () => {
    // More tries than a ticket has attempts.
    for (let n = 0; n < 7; n += 1) expect((await finish(ticket, { code: ana.nextCode() })).statusCode).toBe(503);
    expect(await points()).toBe(0);
  });
  expect((await finish(ticket, { code: ana.nextCode() })).statusCode).toBe(200);
});

test('[L6] nor does an interrupted withdrawal approval', async () => {
  const ana = await world.withApp('1000');
  const body = () => ({ amount: 10, currency: 'usdt', code: ana.nextCode() });
  await world.db.query('DELETE FROM attempts');
  await whileAway('withdrawal_approvals', async () => {
    for (let n = 0; n < 11; n += 1) expect((await ana.post('/api/second-key/approvals', body())).statusCode).toBe(503);
    expect(await points()).toBe(0);
  });
  expect((await ana.post('/api/second-key/approvals', body())).statusCode).toBe(201);
});

test('[L6] each wrong code costs an attempt: five exhaust the ticket', async () => {
  const ana = await world.withApp();
  const ticket = await ticketOf(ana);
  for (let guess = 0; guess < 5; guess += 1) expect((await finish(ticket, { code: '000000' })).statusCode).toBe(422);
  expect((await finish(ticket, { code: ana.nextCode() })).json().code).toBe('ticket_invalid');
});

const limit: Limit = { name: 'spared', most: 3, seconds: 60 };

test('[L6] refusals count, faults do not, and an attempt that cannot be returned immediately is returned later', async () => {
  const counted = await count(world.db, limit, 'ana');
  await expect(sparingFaults(counted, () => Promise.reject(refusePlatform('not_found')))).rejects.toThrow();
  expect(await points()).toBe(1);
  let tries = 0;
  const takeBack = async (): Promise<void> => {
    tries += 1;
    if (tries < 3) throw new Error('the database is away');
    await counted.takeBack();
  };
  const failing = () => Promise.reject(refusePlatform('unavailable'));
  await expect(sparingFaults({ takeBack }, failing)).rejects.toThrow();
  await expect.poll(points, { timeout: 10_000 }).toBe(0);
});

test('[L6] when one of several limits refuses, the attempts counted before it are returned', async () => {
  const narrow: Limit = { name: 'narrow', most: 1, seconds: 60 };
  await count(world.db, narrow, 'ana');
  await expect(countAll(world.db, [limit, 'everybody'], [narrow, 'ana'])).rejects.toThrow();
  const rows = await world.db.query<{ points: number }>(`SELECT points FROM attempts WHERE key LIKE 'spared:%'`);
  expect(rows).toEqual([{ points: 0 }]);
});
