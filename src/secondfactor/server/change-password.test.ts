import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { challengeFor, type KeyOwner, type KeyWorld, openKeyWorld, password } from './testing/key-world.ts';

const next = 'tamanduá na varanda';
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

function change(owner: KeyOwner, input: object): Promise<Response> {
  return owner.post('/api/password/-', { password: next, ...input });
}
const told = (answer: Response): unknown[] => [answer.statusCode, answer.body && answer.json().code];
const opens = async (owner: KeyOwner, tried: string) =>
  (await world.logIn(owner, tried)).json().code === 'second_key_required';

describe('the password of a customer with a second factor', () => {
  test('[L6] is never changed without it, neither in a young session nor with the current password', async () => {
    const ana = await world.withApp();
    const asked = await change(ana, {});
    expect(told(asked)).toEqual([403, 'second_key_required']);
    expect(asked.json().details).toEqual({ methods: ['app', 'recovery'] });
    expect(told(await change(ana, { current: password }))).toEqual([403, 'second_key_required']);
    world.clock.forward(11 * 60);
    expect(told(await change(ana, { current: password }))).toEqual([403, 'second_key_required']);
    expect(told(await change(ana, { code: ana.nextCode() }))).toEqual([403, 'reauthenticate']);
    expect(await opens(ana, password)).toBe(true);
  });

  test('[L6] is changed with it: in a young session, or in any with the current password', async () => {
    const ana = await world.withApp();
    expect(told(await change(ana, { code: ana.nextCode() }))).toEqual([204, '']);
    const bruno = await world.withApp();
    world.clock.forward(200 * 60);
    expect(told(await change(bruno, { current: password, code: bruno.nextCode() }))).toEqual([204, '']);
    expect([await opens(ana, next), await opens(bruno, next), await opens(bruno, password)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('[L6] is changed by a passkey that signed for this purpose, and by a recovery code', async () => {
    const ana = await world.withPasskey();
    const foreign = ana.passkey.answer(await challengeFor(ana, 'rename_passkey'));
    expect(told(await change(ana, { passkey: foreign }))).toEqual([422, 'second_key_wrong']);
    const passkey = ana.passkey.answer(await challengeFor(ana, 'change_password'));
    expect(told(await change(ana, { passkey }))).toEqual([204, '']);
    const [recovery] = ana.recoveryCodes;
    expect(told(await change(ana, { recovery, password: 'jabuti no jardim' }))).toEqual([204, '']);
    expect(told(await change(ana, { recovery, password: 'tatu no quintal' }))).toEqual([422, 'second_key_wrong']);
  });

  test('[L6] is not changed by a wrong code, and the code that changed it is spent', async () => {
    const ana = await world.withApp();
    expect(told(await change(ana, { current: password, code: '000000' }))).toEqual([422, 'second_key_wrong']);
    const code = ana.nextCode();
    expect(told(await change(ana, { code }))).toEqual([204, '']);
    expect(told(await change(ana, { code, password: 'tatu no quintal' }))).toEqual([422, 'second_key_wrong']);
  });

  test.each([[{ code: 123456 }], [{ code: 'x'.repeat(101) }], [{ passkey: {} }], [{ passkey: { id: 'x', rawId: 7 } }]])(
    '[L6] rejects the malformed field %j',
    async (odd) => {
      const ana = await world.withApp();
      expect(told(await change(ana, odd))).toEqual([422, 'invalid_field']);
    },
  );

  test('[L6] wrong codes here do not count against a withdrawal', async () => {
    const ana = await world.withApp('1000');
    const approve = (code: string) => ana.post('/api/second-key/approvals', { amount: 10, currency: 'usdt', code });
    for (let guess = 0; guess < 10; guess += 1) await change(ana, { code: '000000' });
    expect(told(await change(ana, { code: ana.nextCode() }))).toEqual([429, 'too_many_attempts']);
    for (let guess = 0; guess < 9; guess += 1) expect((await approve('000000')).statusCode).toBe(422);
    expect((await approve(ana.nextCode())).statusCode).toBe(201);
  });
});

describe('a first second factor', () => {
  const ways = ['/api/second-key/app', '/api/second-key/passkeys/begin'];

  test.each(ways)('[L6] cannot be begun without the password, even in a young session (%s)', async (url) => {
    const ana = await world.owner();
    expect(told(await ana.post(url, { proof: {} }))).toEqual([403, 'reauthenticate']);
    expect(told(await ana.post(url, { proof: { password: 'não é essa' } }))).toEqual([422, 'wrong_password']);
    expect((await ana.post(url, { proof: { password } })).statusCode).toBe(200);
  });

  test.each(ways)('[L6] cannot be added before the address is confirmed (%s)', async (url) => {
    const ana = await world.owner();
    await world.db.query('UPDATE customers SET email_confirmed_at = NULL WHERE id = $1', [ana.id]);
    expect(told(await ana.post(url, { proof: { password } }))).toEqual([403, 'email_unconfirmed']);
    expect((await ana.get('/api/second-key')).json().EmailConfirmed).toBe(false);
  });
});

/** Somebody with the owner's own session token has used its guesses up. */
async function guessedOut(owner: KeyOwner): Promise<KeyOwner> {
  for (let n = 0; n < 10; n += 1)
    expect(told(await change(owner, { current: 'não é essa' }))).toEqual([422, 'wrong_password']);
  expect(told(await change(owner, { current: 'não é essa' }))[0]).not.toBe(422);
  return owner;
}

describe('guesses made with the owner’s own session', () => {
  test('[L6] do not shut out whoever shows the second factor: password, renewal and the factor itself', async () => {
    const ana = await guessedOut(await world.withApp());
    expect(told(await change(ana, { current: password }))).toEqual([403, 'second_key_required']);
    expect(told(await change(ana, { current: 'não é essa', code: ana.nextCode() }))).toEqual([422, 'wrong_password']);
    const renewed = await ana.post('/api/sessions/renew', { password, code: ana.nextCode() });
    expect(renewed.statusCode).toBe(200);
    const bruno = await guessedOut(await world.withApp());
    const codes = { proof: { password, code: bruno.nextCode() } };
    expect((await bruno.post('/api/second-key/recovery-codes', codes)).statusCode).toBe(200);
    expect(told(await change(bruno, { current: password, code: bruno.nextCode() }))).toEqual([204, '']);
    expect(await opens(bruno, next)).toBe(true);
  });

  test('[L6] a wrong second factor is refused as such, whatever the password, and is counted', async () => {
    const ana = await guessedOut(await world.withApp());
    for (let n = 0; n < 10; n += 1) {
      const current = n % 2 ? password : 'não é essa';
      expect(told(await change(ana, { current, code: String(n).padStart(6, '0') }))).toEqual([422, 'second_key_wrong']);
    }
    expect(told(await change(ana, { current: password, code: '000000' }))).toEqual([429, 'too_many_attempts']);
    expect(await opens(ana, password)).toBe(true);
  });

  test('[L6] without a second factor whoever logs in anew is not shut out by them', async () => {
    const carla = await guessedOut(await world.owner());
    expect(told(await change(carla, { current: password, code: '123456' }))).toEqual([429, 'too_many_attempts']);
    const { token } = (await world.logIn(carla)).json();
    const headers = { authorization: token };
    const body = { password: next, current: password };
    expect((await world.ask({ method: 'POST', url: '/api/password/-', headers, body })).statusCode).toBe(204);
  });
});
