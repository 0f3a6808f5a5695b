import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { logIn, meet, register } from '#testing/server/newcomer.ts';
import { guessesInside } from './guess-password.ts';

const email = 'ana@example.com';
const password = 'capivara no telhado';
const minuteMs = 60_000;
let world: World;
let token: string;

beforeAll(async () => {
  world = await openWorld();
  await register(world, { email, password });
});
beforeEach(async () => {
  await world.db.query('DELETE FROM attempts');
  await world.db.query('DELETE FROM sessions');
  token = await enter();
});
afterAll(() => world.close());

async function enter(keep = false): Promise<string> {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  return (await world.ask({ method: 'POST', url: '/auth', body: { email, password, keep }, headers })).json().token;
}

function renew(held: string | null, body: unknown = { password }): Promise<Response> {
  const headers = { 'accept-language': 'en', ...(held === null ? {} : { authorization: held }) };
  return world.ask({ method: 'POST', url: '/api/sessions/renew', headers, body: body as object });
}

/** Ages the session by that many minutes. */
function grow(minutes: number): Promise<unknown> {
  return world.db.query(
    `UPDATE sessions SET created_at = created_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1)`,
    [minutes],
  );
}

const told = (answer: Response): unknown[] => [answer.statusCode, answer.json().code];
const statusOf = async (held: string) => (await meet(world, held)).statusCode;
const inMinutes = (expires: string) => Math.round((Date.parse(expires) - Date.now()) / minuteMs);

describe('a customer who confirms the password', () => {
  test('[G5] gets a full-length session; the previous token no longer works', async () => {
    await grow(297);
    expect(inMinutes((await meet(world, token)).json().SessionExpires)).toBe(1);
    const answer = await renew(token);
    expect(answer.statusCode).toBe(200);
    const { token: next, expires } = answer.json();
    expect([next === token, inMinutes(expires)]).toEqual([false, 298]);
    expect((await meet(world, next)).json().SessionExpires).toBe(expires);
    expect([await statusOf(token), await statusOf(next)]).toEqual([401, 200]);
    expect((await renew(token)).statusCode).toBe(401);
  });

  test('[G5] who chose to stay logged in does so for another thirty days', async () => {
    const answer = await renew(await enter(true));
    expect(inMinutes(answer.json().expires)).toBe(30 * 24 * 60);
  });

  test('[G5] stays on the same device, in one session and not in two; every other one stays', async () => {
    const other = await enter();
    const devices = () => world.db.query('SELECT device_id FROM sessions ORDER BY device_id');
    const before = await devices();
    const { token: next } = (await renew(token)).json();
    const list = (await world.ask({ method: 'GET', url: '/api/sessions', headers: { authorization: next } })).json<
      { Browser: string; System: string; Current: boolean }[]
    >();
    expect(list).toHaveLength(2);
    expect(list.find(({ Current }) => Current)).toMatchObject({ Browser: 'firefox', System: 'linux' });
    expect(await statusOf(other)).toBe(200);
    expect(await devices()).toEqual(before);
  });

  test('[G5] renewing one session from several windows concurrently succeeds once, in one session', async () => {
    const answers = await Promise.all([renew(token), renew(token), renew(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    const good = answers.find(({ statusCode }) => statusCode === 200);
    expect(await statusOf(good?.json().token)).toBe(200);
    expect(await world.db.query('SELECT FROM sessions')).toHaveLength(1);
  });
});

describe('anybody else', () => {
  test('[G5] gets no session: without a token, with an unknown, expired or idle one', async () => {
    expect(told(await renew(null))).toEqual([401, 'unauthenticated']);
    expect(told(await renew('A'.repeat(43)))).toEqual([401, 'unauthenticated']);
    await grow(299);
    expect(told(await renew(token))).toEqual([401, 'unauthenticated']);
    const idle = await enter();
    await world.db.query(`UPDATE sessions SET last_used_at = now() - interval '121 minutes'`);
    expect(told(await renew(idle))).toEqual([401, 'unauthenticated']);
  });

  test('[G5] with only the token extends nothing, and the session stays as it was', async () => {
    const before = (await meet(world, token)).json().SessionExpires;
    expect(told(await renew(token, { password: 'capivara no portão' }))).toEqual([422, 'wrong_password']);
    expect((await meet(world, token)).json().SessionExpires).toBe(before);
  });

  test("[G5] somebody else's password counts as wrong", async () => {
    const bruno = (await register(world, { password: 'tamanduá na varanda' })).json().token;
    expect(told(await renew(bruno, { password }))).toEqual([422, 'wrong_password']);
    expect((await renew(bruno, { password: 'tamanduá na varanda' })).statusCode).toBe(200);
    expect(await statusOf(token)).toBe(200);
  });

  test('[G5] has a limited number of guesses; the session itself goes on', async () => {
    for (let guess = 0; guess < guessesInside.most; guess += 1) {
      expect((await renew(token, { password: `guess ${guess}` })).statusCode).toBe(422);
    }
    const refused = await renew(token);
    expect(told(refused)).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(token)).toBe(200);
    // Her other sessions and the login are unaffected.
    expect((await logIn(world, { email, password })).statusCode).toBe(200);
  });

  test.each([
    ['nothing', {}],
    ['an empty password', { password: '' }],
    ['a number', { password: 12345678 }],
    ['null', { password: null }],
    ['a list', { password: [password] }],
    ['one that is too long', { password: 'x'.repeat(1025) }],
    ['a code that is too long', { password, code: '1'.repeat(21) }],
    ['a passkey that is none', { password, passkey: 'yes' }],
    ['no object', [password]],
  ])('[G5] a malformed password is rejected and counts as no guess: %s', async (_, body) => {
    const answer = await renew(token, body);
    expect(answer.statusCode).toBe(422);
    expect(await world.db.query(`SELECT FROM attempts WHERE key LIKE '%inside%'`)).toHaveLength(0);
    expect(await statusOf(token)).toBe(200);
  });

  test('[G5] an oversized body is rejected (413)', async () => {
    expect((await renew(token, { password: 'x'.repeat(2_000_000) })).statusCode).toBe(413);
  });
});

test('[G5] a concurrent password change ends the session or finds it renewed, and leaves no second one behind', async () => {
  const other = await enter();
  const next = 'tamanduá na varanda';
  const [renewed] = await Promise.all([
    renew(token),
    world.ask({
      method: 'POST',
      url: '/api/password/-',
      headers: { authorization: other },
      body: { password: next, current: password },
    }),
  ]);
  expect([200, 401, 422]).toContain(renewed.statusCode);
  if (renewed.statusCode === 200) expect(await statusOf(renewed.json().token)).toBe(401);
  expect([await statusOf(token), await statusOf(other)]).toEqual([401, 200]);
});
