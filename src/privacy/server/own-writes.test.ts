import type { Response } from 'light-my-request';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintResetToken, mintToken } from '#auth/server/mailed-token-store.ts';
import { atTheMachine } from '#commands/server/operator.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { transaction } from '#database/server/transaction.ts';
import { drawPng } from '#profile/server/testing/draw-png.ts';
import { sendPicture } from '#profile/server/testing/send-picture.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld, password } from '#secondfactor/server/testing/key-world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { eraseCustomer } from './erase-customer.ts';
import { personalTables } from './personal-tables.ts';

const next = 'jabuti na varanda';
const phone = '+5511912345678';
let world: KeyWorld;
beforeAll(async () => void (world = await openKeyWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Everything a customer writes about themselves. */
async function callsOf(ana: KeyOwner): Promise<Record<(typeof calls)[number], () => Promise<Response>>> {
  const [picture, confirm, reset] = [
    await drawPng({ width: 32, height: 32 }),
    await mintToken(world.db, 'confirm', ana, 60),
    await mintResetToken(world.db, ana, 60, new Date(Date.now() + 60_000)),
  ];
  const put = (url: string, body: object) =>
    world.ask({ method: 'PUT', url, headers: { authorization: ana.token }, body });
  const stranger = (url: string, body: object) =>
    world.ask({ method: 'POST', url, headers: { 'device-token': strangeToken() }, body });
  return {
    user: () => put('/api/user/-/-', { phone, birth: '1991-01-01' }),
    preferences: () => put('/api/preferences', { theme: 'dark', language: 'en' }),
    letters: () => put('/api/notices/letters', { maturities: false }),
    picture: () => sendPicture(world, ana, picture),
    calendar: () => ana.post('/api/maturities/calendar', {}),
    app: () => ana.post('/api/second-key/app', { proof: { password } }),
    password: () => ana.post('/api/password/-', { password: next, current: password }),
    renewal: () => ana.post('/api/sessions/renew', { password }),
    confirm: () => stranger('/auth/confirm', { token: confirm }),
    reset: () => stranger('/auth/reset', { token: reset, password: next }),
    login: () => stranger('/auth', { email: ana.email, password }),
  };
}

/** Waits until this many statements wait for a lock, or for as long as that may take on a busy machine. */
async function untilWaiting(count: number): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    const rows = await askAsOwner(
      world.db.adminUrl,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
    await pause(50);
  }
}

const calls = [
  'user',
  'preferences',
  'letters',
  'picture',
  'calendar',
  'app',
  'password',
  'renewal',
  'confirm',
  'reset',
  'login',
] as const;

/** Erases them, and meanwhile makes the call: it waits for the erasure, or comes after it. */
async function eraseDuring(ana: KeyOwner, call: () => Promise<Response>): Promise<Response> {
  const { answer } = await transaction(world.db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    expect(await eraseCustomer(tx, { customerId: ana.id, email: ana.email, keepDays: 0, now })).toEqual({
      obstacles: [],
      givenUp: 0n,
    });
    const answer = call();
    answer.catch(() => {});
    await untilWaiting(1);
    const details = { customer: ana.id, ground: 'asked' };
    await recordAction(tx, { operator: atTheMachine('a test'), action: 'customer erase', details });
    // Wrapped so as not to be awaited: it waits for this to end.
    return { answer };
  });
  return answer;
}

test.each(calls)(
  '[R6] what a customer sends while they are erased is refused, and nothing is written (%s)',
  async (name) => {
    const ana = await world.owner();
    const call = (await callsOf(ana))[name];
    if (name === 'confirm') {
      await world.db.query('UPDATE customers SET email_confirmed_at = NULL WHERE id = $1', [ana.id]);
    }
    const { statusCode } = await eraseDuring(ana, call);
    const [row] = await world.db.query(
      'SELECT phone, theme, language, avatar, email_confirmed_at FROM customers WHERE id = $1',
      [ana.id],
    );
    expect(row).toEqual({ phone: '', theme: null, language: 'pt-BR', avatar: null, email_confirmed_at: null });
    for (const [table, { where, erased }] of Object.entries(personalTables)) {
      if (erased !== 'deleted') continue;
      const left = await world.db.query(`SELECT FROM ${table} t WHERE ${where}`, [ana.id]);
      expect([table, left.length]).toEqual([table, 0]);
    }
    // A link that was opened before is answered the same again.
    if (name !== 'confirm') expect([401, 422]).toContain(statusCode);
  },
);
