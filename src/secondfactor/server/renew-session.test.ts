import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { meet } from '#testing/server/newcomer.ts';
import { challengeFor, type KeyOwner, type KeyWorld, openKeyWorld, password } from './testing/key-world.ts';

let world: KeyWorld;

beforeAll(async () => void (world = await openKeyWorld()));
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const renew = (owner: KeyOwner, shown: object = {}) => owner.post('/api/sessions/renew', { password, ...shown });
const told = (answer: Response): unknown[] => [answer.statusCode, answer.json().code];
const isIn = async (token: string) => (await meet(world, token)).statusCode === 200;

test('[G5] a customer with a second factor renews a session only with it', async () => {
  const ana = await world.withApp();
  const asked = await renew(ana);
  expect(told(asked)).toEqual([403, 'second_key_required']);
  expect(asked.json().details).toEqual({ methods: ['app', 'recovery'] });
  expect(told(await renew(ana, { code: '000000' }))).toEqual([422, 'second_key_wrong']);
  expect(await isIn(ana.token)).toBe(true);
  const renewed = await renew(ana, { code: ana.nextCode() });
  expect([renewed.statusCode, await isIn(renewed.json().token), await isIn(ana.token)]).toEqual([200, true, false]);
});

test('[G5] the second factor does not replace the password, and is not spent by a wrong one', async () => {
  const ana = await world.withApp();
  const code = ana.nextCode();
  expect(told(await ana.post('/api/sessions/renew', { password: 'not this one', code }))).toEqual([
    422,
    'wrong_password',
  ]);
  expect((await ana.post('/api/sessions/renew', { code })).statusCode).toBe(422);
  expect((await renew(ana, { code })).statusCode).toBe(200);
});

test('[G5] a passkey must be the customer’s and sign for just this', async () => {
  const [ana, bruno] = [await world.withPasskey(), await world.withPasskey()];
  const foreign = ana.passkey.answer(await challengeFor(ana, 'change_password'));
  expect(told(await renew(ana, { passkey: foreign }))).toEqual([422, 'second_key_wrong']);
  const others = bruno.passkey.answer(await challengeFor(bruno, 'renew_session'));
  expect(told(await renew(ana, { passkey: others }))).toEqual([422, 'second_key_wrong']);
  const passkey = ana.passkey.answer(await challengeFor(ana, 'renew_session'));
  expect((await renew(ana, { passkey })).statusCode).toBe(200);
});

test('[G5] a recovery code renews it once', async () => {
  const ana = await world.withApp();
  const [recovery] = ana.recoveryCodes;
  const { token } = (await renew(ana, { recovery })).json();
  const again = await world.ask({
    method: 'POST',
    url: '/api/sessions/renew',
    headers: { authorization: token },
    body: { password, recovery },
  });
  expect(told(again)).toEqual([422, 'second_key_wrong']);
});

test('[G5] an approval carries over to the renewed session, and to no other', async () => {
  const ana = await world.withApp('500');
  const approval = await ana.post('/api/second-key/approvals', { amount: 20, currency: 'usdt', code: ana.nextCode() });
  const { token } = (await renew(ana, { code: ana.nextCode() })).json();
  const withdraw = (held: string) =>
    world.ask({
      method: 'POST',
      url: '/api/withdraw',
      headers: { authorization: held, 'second-key-approval': approval.json().Token },
      body: { amount: 20, user: ana.id, currency: 'usdt' },
    });
  const elsewhere = (await world.logIn(ana)).json().details.ticket;
  const other = await world.ask({
    method: 'POST',
    url: '/auth/second-key',
    body: { ticket: elsewhere, code: ana.nextCode() },
  });
  expect(told(await withdraw(other.json().token))).toEqual([403, 'approval_invalid']);
  expect((await withdraw(token)).statusCode).toBe(201);
});

test('[G5] wrong codes are limited as at login', async () => {
  const ana = await world.withApp();
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await renew(ana, { code: String(guess).padStart(6, '0') })).statusCode).toBe(422);
  }
  expect(told(await renew(ana, { code: ana.nextCode() }))).toEqual([429, 'too_many_attempts']);
});
