import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { recoveryToken } from '#auth/server/testing/recovery.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld, password } from '#secondfactor/server/testing/key-world.ts';

const next = 'jabuti na varanda';
let world: KeyWorld;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openKeyWorld();
  mailbox = await openMailbox(world);
});
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

/**
 * Every table that stores a customer's secrets that anybody could present: how to make a row, and which of its rows are still valid. A new
 * table is missing here until added, and the first test reports it.
 */
const secrets: Record<string, { make: string; good: string }> = {
  sessions: {
    make: `(token_hash, customer_id, expires_at, kept) VALUES ($2, $1, now() + interval '1 day', true)`,
    good: 'true',
  },
  known_devices: {
    make: `(token_hash, customer_id, browser, system) VALUES ($2, $1, '', '')`,
    good: 'forgotten_at IS NULL',
  },
  mailed_tokens: {
    make: `(token_hash, purpose, customer_id, expires_at) VALUES ($2, 'reset', $1, now() + interval '1 hour')`,
    good: `purpose = 'reset'`,
  },
  calendar_feeds: { make: `(token_hash, customer_id) VALUES ($2, $1)`, good: 'true' },
  login_tickets: {
    make: `(ticket_hash, customer_id, credential_mark, keep, attempts_left, expires_at) VALUES ($2, $1, $2, false, 5, now() + interval '1 hour')`,
    good: 'true',
  },
  passkey_challenges: {
    make: `(challenge, holder_hash, customer_id, purpose, expires_at) VALUES (encode($2, 'hex'), $2, $1, 'x', now() + interval '1 hour')`,
    good: 'true',
  },
  authenticator_setups: {
    make: `(session_hash, customer_id, sealed_secret, expires_at) VALUES ($2, $1, $2, now() + interval '1 hour')`,
    good: 'true',
  },
  withdrawal_approvals: {
    make: `(token_hash, session_hash, customer_id, purpose, expires_at) VALUES ($2, $2, $1, 'withdrawal:1:usdt', now() + interval '1 hour')`,
    good: 'used_at IS NULL',
  },
  lost_second_factor_links: {
    make: `(token_hash, customer_id, expires_at) VALUES ($2, $1, now() + interval '1 hour')`,
    good: 'true',
  },
};

/** Shown in addition to a password, not instead of it: a password change does not replace the second factor. */
const besides = ['authenticator_apps', 'passkeys', 'recovery_codes'];

/** Avatars, notes about the customer, and idempotency keys, which are valid only in that customer's own session. */
const openNothing = ['avatars', 'idempotency_keys', 'kept_words'];

const readers = Object.keys(secrets).toSorted();

async function makeAll({ id }: KeyOwner): Promise<void> {
  for (const [table, { make }] of Object.entries(secrets))
    await world.db.query(`INSERT INTO ${table} ${make}`, [id, randomBytes(32)]);
}

async function goodOf({ id }: KeyOwner): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, { good }] of Object.entries(secrets)) {
    const rows = await world.db.query(`SELECT FROM ${table} WHERE customer_id = $1 AND ${good}`, [id]);
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}

test('[L6] every table that stores a bearer secret is listed here', async () => {
  const tables = await world.db.query<{ name: string }>(
    `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.columns owner ON (owner.table_schema, owner.table_name, owner.column_name)
       = (c.table_schema, c.table_name, 'customer_id')
     WHERE c.table_schema = 'public'
       AND (c.data_type = 'bytea' OR c.column_name ~ '(token|secret|ticket|challenge|code_hash|credential)')
       -- A count of tries.
       AND c.column_name <> 'fencing_token'
     ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual([...readers, ...besides, ...openNothing].toSorted());
});

describe('a new password revokes what was issued before it', () => {
  test('[L6] when its owner changes it: all but the session and device that made the change', async () => {
    const ana = await world.owner();
    await makeAll(ana);
    expect(Object.keys(await goodOf(ana)).toSorted()).toEqual(readers);
    const deviceToken = strangeToken();
    const { token } = (await logInFrom(ana, deviceToken)).json();
    const answer = await world.ask({
      method: 'POST',
      url: '/api/password/-',
      headers: { authorization: token },
      body: { password: next, current: password },
    });
    expect(answer.statusCode).toBe(204);
    expect(await goodOf(ana)).toEqual({ sessions: 1, known_devices: 1 });
    const user = await world.ask({ method: 'GET', url: '/api/user', headers: { authorization: token } });
    expect(user.statusCode).toBe(200);
  });

  test('[L6] when it is reset by email: all but the device that opened the link; the second factor stays', async () => {
    const ana = await world.withApp();
    await makeAll(ana);
    const token = await recoveryToken(world, mailbox, ana.email);
    const headers = { 'device-token': strangeToken() };
    const answer = await world.ask({ method: 'POST', url: '/auth/reset', headers, body: { token, password: next } });
    expect(answer.statusCode).toBe(204);
    expect(await goodOf(ana)).toEqual({ known_devices: 1 });
    expect((await world.logIn(ana, next)).json().code).toBe('second_key_required');
  });

  test('[L6] a calendar link stops working', async () => {
    const ana = await world.owner();
    const { Url } = (await ana.post('/api/maturities/calendar', {})).json<{ Url: string }>();
    const path = new URL(Url).pathname;
    expect((await world.ask({ method: 'GET', url: path })).statusCode).toBe(200);
    await ana.post('/api/password/-', { password: next, current: password });
    expect((await world.ask({ method: 'GET', url: path })).statusCode).toBe(404);
  });
});

describe('an address registered by somebody else', () => {
  /** An account as a stranger could leave it, from before a first second factor required a confirmed address. */
  async function usurped(): Promise<KeyOwner> {
    const stranger = await world.withApp();
    await world.db.query('UPDATE customers SET email_confirmed_at = NULL WHERE id = $1', [stranger.id]);
    await makeAll(stranger);
    await world.db.query(
      `INSERT INTO second_factor_removals (customer_id, confirmed_at, removes_at) VALUES ($1, now(), now() + interval '72 hours')`,
      [stranger.id],
    );
    return stranger;
  }

  test('[L6] goes to its owner through the emailed link: everything the stranger added is gone, the second factor too', async () => {
    const stranger = await usurped();
    const token = await recoveryToken(world, mailbox, stranger.email);
    const headers = { 'device-token': strangeToken() };
    await world.ask({ method: 'POST', url: '/auth/reset', headers, body: { token, password: next } });
    expect(await goodOf(stranger)).toEqual({ known_devices: 1 });
    for (const table of besides)
      expect(await world.db.query(`SELECT FROM ${table} WHERE customer_id = $1`, [stranger.id])).toEqual([]);
    const waiting = 'SELECT FROM second_factor_removals WHERE customer_id = $1 AND canceled_at IS NULL';
    expect(await world.db.query(waiting, [stranger.id])).toEqual([]);
    expect((await stranger.get('/api/user')).statusCode).toBe(401);
    const entered = await world.logIn(stranger, next);
    expect(entered.statusCode).toBe(200);
    const status = await world.ask({
      method: 'GET',
      url: '/api/second-key',
      headers: { authorization: entered.json().token },
    });
    expect(status.json()).toMatchObject({ Since: null, EmailConfirmed: true, Removal: null });
    expect(await world.audit()).toEqual([]);
  });
});

function logInFrom({ email }: KeyOwner, deviceToken: string) {
  const headers = { 'device-token': deviceToken };
  return world.ask({ method: 'POST', url: '/auth', headers, body: { email, password } });
}
