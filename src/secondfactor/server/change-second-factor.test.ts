import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, challengeFor, type KeyOwner, type KeyWorld, openKeyWorld, password } from './testing/key-world.ts';
import { createSoftPasskey } from './testing/soft-passkey.ts';

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

const uuid = '00000000-0000-4000-8000-000000000000';
/** Every call that makes a change, with the proof still to be filled in. */
const changes = [
  '/api/second-key/app',
  '/api/second-key/app/remove',
  '/api/second-key/passkeys/begin',
  `/api/second-key/passkeys/${uuid}/remove`,
  `/api/second-key/passkeys/${uuid}/name`,
  '/api/second-key/recovery-codes',
  '/api/second-key/remove',
];

function change(owner: KeyOwner, url: string, proof: object): Promise<Response> {
  return owner.post(url, { proof, ...(url.endsWith('/name') && { name: 'Relógio' }) });
}

async function codesOf(owner: KeyOwner, proof: object): Promise<string[]> {
  const answers = await Promise.all(changes.map((url) => change(owner, url, proof)));
  return answers.map((answer) => (answer.statusCode < 300 ? 'done' : answer.json().code));
}

async function statusOf(owner: KeyOwner) {
  return (await owner.get('/api/second-key')).json();
}

describe('who may change it', () => {
  test('[P2] a stolen token alone changes nothing: it needs the second factor, and once old the password', async () => {
    const ana = await world.withApp();
    expect(await codesOf(ana, {})).toEqual(changes.map(() => 'second_key_required'));
    world.clock.forward(11 * 60);
    expect(await codesOf(ana, {})).toEqual(changes.map(() => 'reauthenticate'));
  });

  test('[P2] a stolen token with the password changes nothing either', async () => {
    const ana = await world.withApp();
    expect(await codesOf(ana, { password })).toEqual(changes.map(() => 'second_key_required'));
    expect(new Set(await codesOf(ana, { password, code: '000000' }))).toEqual(new Set(['second_key_wrong']));
    expect((await statusOf(ana)).RecoveryCodesLeft).toBe(10);
  });

  test('[P2] nor does a code with a wrong password', async () => {
    const ana = await world.withApp();
    const answer = await change(ana, '/api/second-key/remove', { password: 'não é', code: ana.nextCode() });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong_password']);
  });

  test('[P2] requires a token to change or read', async () => {
    for (const url of changes) expect((await world.ask({ method: 'POST', url })).statusCode).toBe(401);
    expect((await world.ask({ method: 'GET', url: '/api/second-key' })).statusCode).toBe(401);
  });

  test('[P2] a passkey by a way to it that nobody knows yet is taken as the device made it', async () => {
    const ana = await world.owner();
    const question = (await ana.post('/api/second-key/passkeys/begin', { proof: { password } })).json();
    const made = ana.passkey.make(question.challenge);
    const transports = ['internal', 'quantum-link', 'not a name of one', ''];
    const credential = { ...made, response: { ...made.response, transports } };
    const added = await ana.post('/api/second-key/passkeys', { name: 'Celular', credential });
    expect(added.statusCode).toBe(201);
    expect(await world.db.query('SELECT transports FROM passkeys WHERE customer_id = $1', [ana.id])).toEqual([
      { transports: ['internal', 'quantum-link'] },
    ]);
  });

  test('[P2] adding another method requires the first, even in a young session', async () => {
    const ana = await world.owner();
    const question = (await ana.post('/api/second-key/passkeys/begin', { proof: { password } })).json();
    const credential = ana.passkey.make(question.challenge);
    const added = await ana.post('/api/second-key/passkeys', { name: 'Celular', credential });
    expect(added.statusCode).toBe(201);
    expect((await ana.post('/api/second-key/app', { proof: {} })).json().code).toBe('second_key_required');
  });
});

describe('an authenticator app', () => {
  test('[P2] is active only from its first code on, and comes with ten recovery codes', async () => {
    const ana = await world.owner();
    const begun = (await ana.post('/api/second-key/app', { proof: { password } })).json();
    expect(begun.Uri).toContain(`otpauth://totp/Lastro:${encodeURIComponent(ana.email)}?`);
    expect((await statusOf(ana)).Since).toBeNull();
    expect((await ana.post('/api/second-key/app/confirm', { code: '000000' })).json().code).toBe('second_key_wrong');

    const eva = await world.withApp();
    expect(new Set(eva.recoveryCodes).size).toBe(10);
    expect(await statusOf(eva)).toMatchObject({ Since: expect.any(String), App: {}, RecoveryCodesLeft: 10 });
  });

  test('[P2] the first second factor ends the sessions that never showed it', async () => {
    const ana = await world.owner();
    const elsewhere = (await world.logIn(ana)).json().token;
    await addPasskey(ana);
    const headers = { authorization: elsewhere };
    expect((await world.ask({ method: 'GET', url: '/api/user', headers })).statusCode).toBe(401);
    expect((await ana.get('/api/user')).statusCode).toBe(200);
  });

  test('[P2] cannot be confirmed by another customer, nor after ten minutes', async () => {
    const [ana, bruno] = [await world.owner(), await world.owner()];
    await ana.post('/api/second-key/app', { proof: { password } });
    expect((await bruno.post('/api/second-key/app/confirm', { code: '123456' })).json().code).toBe('setup_expired');
    world.clock.forward(10 * 60);
    expect((await ana.post('/api/second-key/app/confirm', { code: '123456' })).json().code).toBe('setup_expired');
  });

  test('[P2] the code that confirmed it is spent', async () => {
    const ana = await world.withApp();
    const answer = await change(ana, '/api/second-key/recovery-codes', { code: ana.code() });
    expect(answer.json().code).toBe('second_key_wrong');
  });

  test('[P2] is removed with its own code; without any method left the second factor is gone', async () => {
    const ana = await world.withApp();
    expect((await change(ana, '/api/second-key/app/remove', { code: ana.nextCode() })).statusCode).toBe(204);
    expect(await statusOf(ana)).toMatchObject({ Since: null, App: null, RecoveryCodesLeft: 0, Removal: null });
    expect((await world.logIn(ana)).statusCode).toBe(200);
  });
});

describe('passkeys', () => {
  test('[P2] further ones need the existing second factor, and issue no new recovery codes', async () => {
    const ana = await world.withApp();
    const codes = ana.recoveryCodes;
    await addPasskey(ana, { code: ana.nextCode() });
    expect(ana.recoveryCodes).toBe(codes);
    expect((await statusOf(ana)).Passkeys).toMatchObject([{ Name: 'Celular', Synced: false, LastUsed: null }]);
  });

  test('[P2] are named and removed by their owner; others get a 404', async () => {
    const [ana, bruno] = [await world.withPasskey(), await world.withApp()];
    const [{ Id }] = (await statusOf(ana)).Passkeys;
    const url = `/api/second-key/passkeys/${Id}`;
    expect((await change(bruno, `${url}/remove`, { code: bruno.nextCode() })).statusCode).toBe(404);
    expect((await change(bruno, `${url}/name`, { code: bruno.nextCode() })).statusCode).toBe(404);

    const passkey = ana.passkey.answer(await challengeFor(ana, 'rename_passkey'));
    expect((await change(ana, `${url}/name`, { passkey })).statusCode).toBe(204);
    expect((await statusOf(ana)).Passkeys).toMatchObject([{ Name: 'Relógio' }]);

    const again = ana.passkey.answer(await challengeFor(ana, 'remove_passkey'));
    expect((await change(ana, `${url}/remove`, { passkey: again })).statusCode).toBe(204);
    expect((await statusOf(ana)).Since).toBeNull();
  });

  test('[P2] rejects a passkey of another page, for another challenge, or already registered', async () => {
    const ana = await world.withPasskey();
    const evil = createSoftPasskey({ name: 'lastro.example', origin: 'https://lastro.evil' });
    const begin = async () => {
      const passkey = ana.passkey.answer(await challengeFor(ana, 'add_passkey'));
      return (await ana.post('/api/second-key/passkeys/begin', { proof: { passkey } })).json().challenge;
    };
    const add = async (credential: object) =>
      (await ana.post('/api/second-key/passkeys', { name: 'x', credential })).json().code;
    expect(await add(evil.make(await begin()))).toBe('passkey_refused');
    expect(await add(createSoftPasskey({ name: 'lastro.example', origin: 'https://lastro.example' }).make('abc'))).toBe(
      'setup_expired',
    );
    expect(await add(ana.passkey.make(await begin()))).toBe('passkey_known');
  });

  test.each([{ name: '' }, { name: 'x'.repeat(61) }, { name: 'a\u0000' }, { credential: {} }, { credential: null }])(
    '[P2] rejects the malformed field %j',
    async (odd) => {
      const ana = await world.owner();
      const credential = ana.passkey.make('abc');
      const answer = await ana.post('/api/second-key/passkeys', { name: 'x', credential, ...odd });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_field']);
    },
  );
});

test('[P2] new recovery codes replace all others and are shown only once', async () => {
  const ana = await world.withApp();
  const [old] = ana.recoveryCodes;
  const renewed = await change(ana, '/api/second-key/recovery-codes', { recovery: old });
  const codes = renewed.json().RecoveryCodes;
  expect([codes.length, codes.filter((code: string) => ana.recoveryCodes.includes(code))]).toEqual([10, []]);
  expect((await change(ana, '/api/second-key/remove', { recovery: ana.recoveryCodes[1] })).statusCode).toBe(422);
  expect(JSON.stringify(await statusOf(ana))).not.toContain(codes[0]);
  expect((await change(ana, '/api/second-key/remove', { recovery: codes[0] })).statusCode).toBe(204);
});
