import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import type { Notice, NoticeKind } from '#notices/contract.ts';
import { composeUnsubscribing } from './compose-unsubscribing.ts';
import { noticeMailTemplates } from '#notices/server/mail-templates.ts';
import { makeCorrections } from '#operator/server/customer-corrections.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import {
  addPasskey,
  type KeyOwner,
  type KeyWorld,
  openKeyWorld,
  password,
} from '#secondfactor/server/testing/key-world.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import type { WithdrawalTerms } from '#wallet/contract.ts';
import { accountChanges } from '#wallet/transfer-state.ts';
import { subscribers } from './subscribers.ts';

/**
 * L11, for each kind of the one list: however it is made, its owner is told by mail and notice in their language, withdrawals wait, and
 * whoever ends the stranger's session ends what was planted in it. A further kind does not compile before it has its line here.
 */
let world: KeyWorld;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openKeyWorld();
  mailbox = await openMailbox(world);
  mailbox.context.templates = {
    ...mailbox.context.templates,
    ...noticeMailTemplates(world.db, world.config, composeUnsubscribing(world.config)),
  };
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

interface Making {
  how: string;
  /** Returns the session in which withdrawals wait. */
  make(owner: KeyOwner): Promise<KeyOwner>;
  told: NoticeKind;
}

const done = async (owner: KeyOwner, answer: Promise<{ statusCode: number; body: string }>): Promise<KeyOwner> => {
  const { statusCode, body } = await answer;
  expect([statusCode < 300, body]).toEqual([true, body]);
  return owner;
};

/** Logs in from a device of its own. */
async function elsewhere(owner: KeyOwner, deviceToken = strangeToken()): Promise<KeyOwner> {
  const headers = { 'device-token': deviceToken };
  const answer = await world.ask({ method: 'POST', url: '/auth', headers, body: { email: owner.email, password } });
  const { token } = answer.json<{ token: string }>();
  const as = (more?: Record<string, string>) => ({ authorization: token, ...more });
  return {
    ...owner,
    token,
    get: (url) => world.ask({ method: 'GET', url, headers: as() }),
    post: (url, body, more) => world.ask({ method: 'POST', url, headers: as(more), body }),
  };
}

/** The code is the next one of this app, whatever was shown before. */
async function addApp(owner: KeyOwner, proof: object = { password }): Promise<KeyOwner> {
  const { Secret } = (await owner.post('/api/second-key/app', { proof })).json<{ Secret: string }>();
  const app = new TOTP({ secret: Secret });
  const code = (): string => {
    world.clock.forward(30);
    return app.generate({ timestamp: world.clock.at.getTime() });
  };
  await done(owner, owner.post('/api/second-key/app/confirm', { code: code() }));
  return { ...owner, nextCode: code };
}

async function correct(owner: KeyOwner, field: 'address' | 'phone', becomes: string): Promise<KeyOwner> {
  const words = field === 'address' ? `customer address ${owner.email}` : `customer correct ${owner.email} phone`;
  const evidence = field === 'address' ? [] : ['--evidence', 'seen in person'];
  const run = await lastroOf(world)(`${words} ${becomes}`, '--reason', 'asked for it', ...evidence);
  expect([run.exit, run.err]).toEqual([0, '']);
  await world.db.query(`UPDATE customer_corrections SET takes_effect_at = now() WHERE customer_id = $1`, [owner.id]);
  await makeCorrections(world.db, subscribers);
  return owner;
}

const makings: Record<(typeof accountChanges)[number], Making[]> = {
  phone_changed: [
    {
      how: 'in the profile',
      make: (owner) =>
        done(
          owner,
          world.ask({
            method: 'PUT',
            url: '/api/user/-/-',
            headers: { authorization: owner.token },
            body: { phone: '+5511912345678' },
          }),
        ),
      told: 'phone_changed',
    },
    { how: 'by the staff', make: (owner) => correct(owner, 'phone', '+5511912345678'), told: 'details_changed' },
  ],
  password_changed: [
    {
      how: 'by its owner',
      make: (owner) => done(owner, owner.post('/api/password/-', { password: 'jabuti na varanda', current: password })),
      told: 'password_changed',
    },
  ],
  new_device: [
    {
      how: 'by a login',
      make: async (owner) => {
        await elsewhere(owner);
        return elsewhere(owner);
      },
      told: 'new_device',
    },
  ],
  factor_changed: [
    { how: 'by the first app', make: (owner) => addApp(owner), told: 'second_key_added' },
    { how: 'by a passkey', make: (owner) => addPasskey(owner), told: 'second_key_added' },
    {
      how: 'by removing one of two ways',
      make: async (owner) => {
        const both = await addApp(await addPasskey(owner), await shown(owner));
        return done(owner, both.post('/api/second-key/app/remove', { proof: { password, code: both.nextCode() } }));
      },
      told: 'second_key_way_removed',
    },
    {
      how: 'by new recovery codes',
      make: async (owner) => {
        const own = await addApp(owner);
        await world.db.query('UPDATE customers SET factor_changed_at = NULL WHERE id = $1', [owner.id]);
        return done(owner, own.post('/api/second-key/recovery-codes', { proof: { password, code: own.nextCode() } }));
      },
      told: 'recovery_codes_renewed',
    },
    {
      how: 'by removing it',
      make: async (owner) => {
        const own = await addApp(owner);
        return done(owner, own.post('/api/second-key/remove', { proof: { password, code: own.nextCode() } }));
      },
      told: 'second_key_removed',
    },
  ],
  calendar_made: [
    {
      how: 'by its owner',
      make: (owner) => done(owner, owner.post('/api/maturities/calendar', {})),
      told: 'calendar_made',
    },
  ],
  address_changed: [
    {
      how: 'by the staff',
      make: async (owner) => {
        const email = `n${owner.email}`;
        await correct(owner, 'address', email);
        return elsewhere({ ...owner, email });
      },
      told: 'address_changed',
    },
  ],
};

/** A passkey that adds an app: the proof is its answer to a challenge. */
async function shown(owner: KeyOwner): Promise<object> {
  const { challenge } = (await owner.post('/api/second-key/challenges', { purpose: 'add_app' })).json<{
    challenge: string;
  }>();
  return { password, passkey: owner.passkey.answer(challenge) };
}

const cases = accountChanges.flatMap((why) => makings[why].map((making) => [why, making.how, making] as const));

describe.each(cases)('%s %s', (why, _how, { make, told }) => {
  test('[L11] [F6] is told by mail and notice in five languages, and withdrawals wait', async () => {
    const subjects = new Map<string, string>();
    for (const language of languages) {
      await world.db.query('DELETE FROM attempts');
      const owner = await world.owner('100');
      await world.db.query('UPDATE customers SET language = $2 WHERE id = $1', [owner.id, language]);
      const session = await make(owner);
      expect((await session.get('/api/notices')).json<Notice[]>().map(({ Kind }) => Kind)).toContain(told);
      const { Waits } = (await session.get('/api/withdraw/terms')).json<WithdrawalTerms>();
      expect(Waits.map(({ Why }) => Why)).toContain(why);
      const mails = (await mailbox.deliver()).filter(({ to }) => to[0] === session.email);
      for (const { text } of mails) expect(text).toContain('Lastro');
      subjects.set(language, mails.map(({ subject }) => subject).join('\n'));
    }
    expect(new Set(subjects.values()).size).toBe(languages.length);
    expect([...subjects.values()]).not.toContain('');
  });
});

test.each([
  ['the owner ends all others', (owner: KeyOwner) => owner.post('/api/sessions/others/end', {})],
  ['the owner ends that one', (owner: KeyOwner) => endStranger(owner)],
  [
    'the owner changes the password',
    (owner: KeyOwner) => owner.post('/api/password/-', { password: 'jabuti na varanda', current: password }),
  ],
  ['the owner adds a second factor', (owner: KeyOwner) => addApp(owner)],
  ['the staff end all sessions', (owner: KeyOwner) => command(`customer end-sessions ${owner.email} --reason stolen`)],
  [
    'the staff end that one',
    async (owner: KeyOwner) =>
      command(`customer end-session ${owner.email} ${await strangerOf(owner)} --reason stolen`),
  ],
  ['the staff correct the address', (owner: KeyOwner) => correct(owner, 'address', `n${owner.email}`)],
])('[L11] what was planted in a stolen session ends with it: %s', async (_how, end) => {
  await world.db.query('DELETE FROM attempts');
  const owner = await world.owner('100');
  const stolen = await elsewhere(owner);
  const { Url } = (await stolen.post('/api/maturities/calendar', {})).json<{ Url: string }>();
  const { Secret } = (await stolen.post('/api/second-key/app', { proof: { password } })).json<{ Secret: string }>();
  await end(owner);
  expect((await stolen.get('/api/user')).statusCode).toBe(401);
  expect((await world.ask({ method: 'GET', url: new URL(Url).pathname })).statusCode).toBe(404);
  const code = new TOTP({ secret: Secret }).generate({ timestamp: world.clock.at.getTime() });
  expect((await stolen.post('/api/second-key/app/confirm', { code })).statusCode).toBe(401);
});

test('[L11] logging out oneself leaves the calendar that one has subscribed to', async () => {
  const owner = await world.owner();
  const { Url } = (await owner.post('/api/maturities/calendar', {})).json<{ Url: string }>();
  expect((await owner.post('/auth/logout', {})).statusCode).toBe(204);
  expect((await world.ask({ method: 'GET', url: new URL(Url).pathname })).statusCode).toBe(200);
});

async function command(typed: string): Promise<void> {
  const { exit, err } = await lastroOf(world)(typed);
  expect([exit, err]).toEqual([0, '']);
}

async function strangerOf(owner: KeyOwner): Promise<string> {
  const sessions = (await owner.get('/api/sessions')).json<{ Id: string; Current: boolean }[]>();
  return sessions.find(({ Current }) => !Current)?.Id ?? '';
}

async function endStranger(owner: KeyOwner): Promise<void> {
  await done(owner, owner.post(`/api/sessions/${await strangerOf(owner)}/end`, {}));
}

test('[L11] [A9] a changed phone and calendar links do not fill a mailbox, and the same phone again is no change', async () => {
  const owner = await world.owner();
  const put = (phone: string) =>
    world.ask({ method: 'PUT', url: '/api/user/-/-', headers: { authorization: owner.token }, body: { phone } });
  for (let n = 0; n < 3; n += 1) expect((await put('+5511912345678')).statusCode).toBe(200);
  const [{ count } = { count: 0 }] = await world.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM customer_notices WHERE customer_id = $1 AND kind = 'phone_changed'`,
    [owner.id],
  );
  expect(count).toBe(1);
  const answers = [];
  for (let n = 0; n < 20; n += 1) answers.push((await owner.post('/api/maturities/calendar', {})).statusCode);
  expect([answers.filter((status) => status === 429).length, (await put('+5511912345679')).statusCode]).toEqual([
    1, 429,
  ]);
});
