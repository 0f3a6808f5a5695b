import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSession } from '#auth/server/session-store.ts';
import { readBuckets } from '#settings/server/buckets.ts';
import { openClient } from '#database/server/clients.ts';
import { makeCode, vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import { drawPng } from '#profile/server/testing/draw-png.ts';
import { writeForm } from '#profile/server/testing/send-picture.ts';
import { botOwner } from '#testing/server/bot-owner.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { sendLate } from '#testing/server/late-body.ts';
import { openWorld, type TestInvestor } from '#testing/server/world.ts';

/** Calls whose body arrives long after their first bytes: what happened meanwhile counts. */
let world: CopytradeWorld;
beforeAll(async () => void (world = await openCopytradeWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const minuteMs = 60_000;
const pass = (minutes: number): void => void (world.now = new Date(world.now.getTime() + minutes * minuteMs));

const late = (who: TestInvestor, url: string, body: object, meanwhile: () => Promise<unknown>, key?: string) =>
  sendLate(
    world.http,
    { url, body, headers: { authorization: who.token, ...(key && { 'idempotency-key': key }) } },
    meanwhile,
  );

const logOut = ({ token }: TestInvestor) =>
  world.ask({ method: 'POST', url: '/auth/logout', headers: { authorization: token } });

describe('an operation imported while a call is on its way', () => {
  test('[C3] pays nothing to a licence whose call was begun before it and completed after it', async () => {
    const ana = await world.investor({ balance: '100' });
    const answer = await late(ana, '/api/copytrade', { amount: 100 }, async () => {
      pass(1);
      await world.operation('5');
      pass(1);
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['business-time']).toBe(world.now.toISOString());
    expect((await ana.get('/api/copytrade')).json()).toMatchObject([{ Start: world.now.toISOString(), Profit: 0 }]);
    world.forward(30);
    await world.settle();
    expect(await ana.balance()).toBe(100);
  });

  test('[Z4] pays nothing to a bot investment whose call was begun before it and completed after it', async () => {
    const ana = await botOwner(world, { wallet: 100 });
    const answer = await late(ana, '/api/bot/invest', { amount: 100 }, async () => {
      pass(1);
      await importLines(world.db, [line(world.now, '5', 'BOT-1')], { now: world.now, product: 'primezord' });
      pass(1);
    });
    expect(answer.statusCode).toBe(201);
    const investments = (await ana.get('/api/bot/investments')).json();
    expect(investments).toMatchObject([{ Date: world.now.toISOString(), Profit: 0 }]);
  });
});

test('[V3] a promotional code that ends before the call is complete is refused', async () => {
  await makeCode(world, 'ATE-AMANHA', { untilDay: 1 });
  const ana = await vaultInvestor(world, '100');
  const body = { amount: 100, promocode: 'ATE-AMANHA' };
  const answer = await late(ana, '/api/vault/deposit', body, async () => world.forward(2));
  expect([answer.statusCode, answer.code]).toEqual([422, 'promocode_expired']);
});

describe('a session that ends while a call is on its way', () => {
  test('[F4] [A5] withdraws nothing, and the same key works in the next session', async () => {
    const ana = await world.investor({ balance: '100', isEmailConfirmed: true });
    const body = { amount: 10, user: ana.id, currency: 'usdt' };
    const key = randomUUID();
    const answer = await late(ana, '/api/withdraw', body, () => logOut(ana), key);
    expect([answer.statusCode, answer.code]).toEqual([401, 'unauthenticated']);

    const { token } = await openSession(world.db, ana.id, false);
    const headers = { authorization: token, 'idempotency-key': key };
    const again = await world.ask({ method: 'POST', url: '/api/withdraw', headers, body });
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  test('[A5] opens no stake, and is told so before its input is validated', async () => {
    const ana = await world.investor({ balance: '100' });
    expect((await late(ana, '/api/stake', { amount: -1 }, () => logOut(ana))).statusCode).toBe(401);
    const bia = await world.investor({ balance: '100' });
    const stake = { amount: 10, time_stake: 30 };
    expect((await late(bia, '/api/stake', stake, () => logOut(bia))).statusCode).toBe(401);
    const { token } = await openSession(world.db, bia.id, false);
    const stakes = await world.ask({ method: 'GET', url: '/api/stakes', headers: { authorization: token } });
    expect(stakes.json()).toEqual([]);
  });

  test('[A5] uploads no picture', async () => {
    const ana = await world.investor();
    const form = writeForm(await drawPng({ width: 20, height: 20 }));
    const upload = (meanwhile: () => Promise<unknown>) => {
      const headers = { authorization: ana.token, 'content-type': form.type };
      return sendLate(world.http, { url: '/api/user/avatar', headers, body: form.body }, meanwhile);
    };
    expect((await upload(async () => {})).statusCode).toBe(200);
    expect((await upload(() => logOut(ana))).statusCode).toBe(401);
  });
});

/** Ends the session while its withdrawal waits for the customer's accounts, after it was let in. */
async function withdrawWhileEnding(ana: TestInvestor, body: object, key: string) {
  const other = await openClient({ connectionString: world.db.adminUrl });
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ana.id]);
    const answering = ana.post('/api/withdraw', body, { 'idempotency-key': key });
    await vi.waitFor(
      async () => {
        const { rows } = await other.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`,
        );
        if (rows.length === 0) throw new Error('the withdrawal does not wait yet');
      },
      { timeout: 8_000, interval: 20 },
    );
    await logOut(ana);
    await other.query('COMMIT');
    return await answering;
  } finally {
    await other.end();
  }
}

test('[F4] [A5] a withdrawal already under way requires its session to the end, and its refusal is not stored under its key', async () => {
  const ana = await world.investor({ balance: '100', isEmailConfirmed: true });
  const body = { amount: 10, user: ana.id, currency: 'usdt' };
  const key = randomUUID();
  const refused = await withdrawWhileEnding(ana, body, key);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthenticated']);

  const { token } = await openSession(world.db, ana.id, false);
  const headers = { authorization: token, 'idempotency-key': key };
  const again = await world.ask({ method: 'POST', url: '/api/withdraw', headers, body });
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await world.ask({ method: 'GET', url: '/api/user', headers })).json()).toMatchObject({ Balance: 90 });
});

test('[L9] a call that is late counts once towards the limits, and is answered like any other', async () => {
  const buckets = readBuckets('sandbox', [
    'light.burst=3',
    'light.perSecond=0.001',
    'heavy.burst=1',
    'heavy.perSecond=0.001',
  ]);
  const always = await openWorld({ promptMs: -1, buckets });
  try {
    const ana = await always.investor({ balance: '100' });
    expect((await ana.post('/api/stake', { amount: 10, time_stake: 30 })).statusCode).toBe(201);
    for (const url of ['/api/user', '/api/equity', '/api/stakes', '/api/user']) {
      const { statusCode, headers } = await ana.get(url);
      expect([url, statusCode, headers['business-time']]).toEqual([url, 200, always.now.toISOString()]);
    }
    for (const url of ['/api/user', '/api/equity']) expect((await ana.get(url)).statusCode).toBe(429);
  } finally {
    await always.close();
  }
});
