import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { missedResets } from './reset-password.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { logIn, meet, newcomer, register } from '#testing/server/newcomer.ts';
import { look, recoveryToken, reset } from './testing/recovery.ts';

const oldPassword = 'capivara no telhado';
const newPassword = 'jabuti na varanda';
let world: World;
let mailbox: Mailbox;
let email: string;
let session: string;

beforeAll(async () => {
  world = await openWorld();
  mailbox = await openMailbox(world);
});
beforeEach(async () => {
  await world.db.query('DELETE FROM attempts');
  email = String(newcomer().email);
  session = (await register(world, { email })).json().token;
  await mailbox.deliver();
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

const askToken = () => recoveryToken(world, mailbox, email);
const isIn = async (token: string) => (await meet(world, token)).statusCode === 200;
const opens = async (password: string) => (await logIn(world, { email, password })).statusCode === 200;

describe('setting a new password by the emailed link', () => {
  test('[A8] the new password logs in, the old one does not, and the address is confirmed', async () => {
    const answer = await reset(world, await askToken(), newPassword);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await opens(oldPassword)).toBe(false);
    const { token } = (await logIn(world, { email, password: newPassword })).json();
    expect((await meet(world, token)).json()).toMatchObject({ EmailConfirmed: true });
  });

  test("[A8] every earlier session ends, and nobody else's", async () => {
    const kept = (await logIn(world, { email, password: oldPassword, keep: true })).json().token;
    const other = (await register(world)).json().token;
    await mailbox.deliver();
    await reset(world, await askToken(), newPassword);
    expect([await isIn(session), await isIn(kept), await isIn(other)]).toEqual([false, false, true]);
  });

  test('[A8] the customer is notified of the change by email', async () => {
    await reset(world, await askToken(), newPassword);
    const mails = await mailbox.deliver();
    expect(mails).toMatchObject([{ to: [email], subject: 'Sua senha em Lastro foi trocada' }]);
    expect(mails[0]?.raw).not.toContain(newPassword);
  });

  test('[A8] the link works once', async () => {
    const token = await askToken();
    await reset(world, token, newPassword);
    const again = await reset(world, token, 'outra senha boa');
    expect([again.statusCode, again.json().code]).toEqual([422, 'token_invalid']);
    expect(await opens(newPassword)).toBe(true);
  });

  test('[A8] whoever holds the link may look whether it can be used, which uses nothing up', async () => {
    const token = await askToken();
    for (const _ of [1, 2, 3]) expect((await look(world, token)).statusCode).toBe(204);
    expect((await reset(world, token, newPassword)).statusCode).toBe(204);
    expect(await opens(newPassword)).toBe(true);
  });

  test('[A8] a look at a used, an old or an invented link is refused alike, and counted like a try', async () => {
    const used = await askToken();
    await reset(world, used, newPassword);
    const old = await askToken();
    await world.db.query(`UPDATE mailed_tokens SET expires_at = expires_at - interval '30 minutes'`);
    const links = [used, old, 'A'.repeat(43), session, 'x', ''];
    const answers = await Promise.all(links.map((token) => look(world, token)));
    const { message } = answers[0]?.json() ?? {};
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(
      links.map(() => [422, { code: 'token_invalid', message }]),
    );
    const wrong = await Promise.all([look(world, undefined), look(world, 7), look(world, 'x'.repeat(501))]);
    expect(wrong.map((answer) => answer.json().code)).toEqual(['invalid_field', 'invalid_field', 'invalid_field']);
    const more = Array.from({ length: missedResets.most }, () => look(world, 'A'.repeat(43)));
    expect((await Promise.all(more)).filter(({ statusCode }) => statusCode === 429)).toHaveLength(links.length);
    expect((await look(world, await askToken())).statusCode).toBe(204);
  });

  test('[A8] of twenty concurrent uses of one link, one sets the password', async () => {
    const token = await askToken();
    const passwords = Array.from({ length: 20 }, (_, at) => `jabuti numero ${at}`);
    const answers = await Promise.all(passwords.map((password) => reset(world, token, password)));
    const won = answers.flatMap(({ statusCode }, at) => (statusCode === 204 ? [passwords[at] as string] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(19);
    expect(await opens(won[0] ?? '')).toBe(true);
  });

  test("[A8] two links used concurrently set one password, and a used link voids the customer's other links", async () => {
    for (let round = 0; round < 8; round += 1) {
      await world.db.query('DELETE FROM attempts');
      const links = [await askToken(), await askToken()];
      const answers = await Promise.all(links.map((token, at) => reset(world, token, `jabuti ${round} ${at} aqui`)));
      expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([204, 422]);
    }
  });

  test('[A8] the link is refused after 30 minutes', async () => {
    const token = await askToken();
    await world.db.query(`UPDATE mailed_tokens SET expires_at = expires_at - interval '30 minutes'`);
    expect((await reset(world, token, newPassword)).json().code).toBe('token_invalid');
    expect([await opens(oldPassword), await isIn(session)]).toEqual([true, true]);
  });

  test('[A8] a concurrent login with the old password leaves no session behind', async () => {
    for (let round = 0; round < 8; round += 1) {
      await world.db.query('DELETE FROM attempts');
      const present = round === 0 ? oldPassword : `jabuti da rodada ${round - 1}`;
      const token = await askToken();
      const [changed, ...logins] = await Promise.all([
        reset(world, token, `jabuti da rodada ${round}`),
        ...Array.from({ length: 4 }, () => logIn(world, { email, password: present })),
      ]);
      expect(changed.statusCode).toBe(204);
      const opened = logins.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().token as string] : []));
      expect(await Promise.all(opened.map(isIn))).toEqual(opened.map(() => false));
    }
  });
});

describe('a refused reset', () => {
  test.each([
    ['a common password', '123456789', 'password_too_common'],
    ['one made of the customer’s name', 'brunolima88', 'password_too_personal'],
    ['a short one', 'sete777', 'invalid_field'],
    ['one of 129 characters', `${'capivara'.repeat(16)}x`, 'invalid_field'],
    ['none', undefined, 'invalid_field'],
  ])('[A8] for %s leaves the link valid', async (_, password, code) => {
    const token = await askToken();
    const answer = await reset(world, token, password);
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect((await reset(world, token, newPassword)).statusCode).toBe(204);
  });

  test.each([['A'.repeat(43)], [''], ['x'], ["' OR 1=1 --"], ['\u0000'.repeat(43)]])(
    '[A8] for the token %j is 422 token_invalid',
    async (token) => {
      const answer = await reset(world, token, newPassword);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'token_invalid']);
    },
  );

  test("[A8] a confirmation token, or a session's, sets no password", async () => {
    const token = await askToken();
    await world.db.query(`UPDATE mailed_tokens SET purpose = 'confirm'`);
    expect((await reset(world, token, newPassword)).json().code).toBe('token_invalid');
    expect((await reset(world, session, newPassword)).json().code).toBe('token_invalid');
  });

  test('[A8] is 429 after too many from one network', async () => {
    const tries = Array.from({ length: missedResets.most + 5 }, () => reset(world, 'A'.repeat(43), newPassword));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});
