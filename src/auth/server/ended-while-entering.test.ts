import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { transaction } from '#database/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { holdCredentials, readCredentialsById } from './customer-store.ts';
import { openSession, replaceSession } from './session-store.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Waits until this many statements of this database wait for a lock. */
async function untilWaiting(count = 1): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const read = async (): Promise<number> => (await askAsOwner(world.db.adminUrl, waiting)).length;
  await expect.poll(read, { interval: 20, timeout: 20_000 }).toBeGreaterThanOrEqual(count);
}

/** What ends sessions, and whose they are afterwards. */
const endings: [string, (ana: TestInvestor) => Promise<unknown>, number][] = [
  ['the customer, of all but this one', (ana) => ana.post('/api/sessions/others/end'), 200],
  ['the staff, of all', (ana) => lastroOf(world)(`customer end-sessions ${ana.email} --reason stolen`), 401],
];

test.each(endings)('[P2] a session renewed or opened at the same moment ends too (%s)', async (_by, end, own) => {
  const ana = await world.investor();
  const stolen = (await openSession(world.db, ana.id, true)).token;
  const { entered, ending } = await transaction(world.db, async (tx) => {
    // As a renewal and a login do, which hold the password that they have verified.
    expect(await holdCredentials(tx, await readCredentialsById(tx, ana.id))).toBe(true);
    const renewed = await replaceSession(tx, ana.id, stolen);
    const opened = await openSession(tx, ana.id, true);
    const ending = Promise.resolve(end(ana));
    await untilWaiting();
    // Wrapped so as not to be awaited: it waits for this to end.
    return { entered: [stolen, renewed?.token ?? '', opened.token], ending };
  });
  await ending;
  const meet = (token: string) => world.ask({ method: 'GET', url: '/api/user', headers: { authorization: token } });
  for (const token of entered) expect((await meet(token)).statusCode).toBe(401);
  expect((await meet(ana.token)).statusCode).toBe(own);
});

test('[P2] of two sessions that end each other at the same moment one stays', async () => {
  const ana = await world.investor();
  const other = (await openSession(world.db, ana.id, true)).token;
  const endOthers = (token: string) =>
    world.ask({ method: 'POST', url: '/api/sessions/others/end', headers: { authorization: token } });
  const { endings } = await transaction(world.db, async (tx) => {
    expect(await holdCredentials(tx, await readCredentialsById(tx, ana.id))).toBe(true);
    const endings = Promise.all([endOthers(ana.token), endOthers(other)]);
    await untilWaiting(2);
    return { endings };
  });
  expect((await endings).map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([204, 401]);
  expect(await world.db.query('SELECT FROM sessions WHERE customer_id = $1', [ana.id])).toHaveLength(1);
});
