import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { announcerOf } from '#database/server/changes.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { tokenIn } from '#mail/server/testing/read-mail.ts';
import { confirmationsByCustomer } from './send-confirmation.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { meet, register } from '#testing/server/newcomer.ts';

let world: World;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openWorld();
  mailbox = await openMailbox(world);
});
beforeEach(async () => {
  await mailbox.deliver();
  await world.db.query('DELETE FROM attempts');
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

function confirm(token: unknown): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/confirm', body: { token } });
}

function sendAgain(token: string): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/confirm/send', headers: { authorization: token } });
}

async function isConfirmed(token: string): Promise<boolean> {
  return (await meet(world, token)).json<{ EmailConfirmed: boolean }>().EmailConfirmed;
}

async function newcomer(): Promise<{ session: string; mailed: string }> {
  const session = (await register(world)).json<{ token: string }>().token;
  const [mail] = await mailbox.deliver();
  return { session, mailed: mail ? tokenIn(mail) : '' };
}

describe('the confirmation email', () => {
  test('[A7] is sent once on registration, with a link to the confirm page', async () => {
    await register(world, { email: 'nina@example.com', name: '<b>Win at evil.example</b>' });
    const mails = await mailbox.deliver();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: ['nina@example.com'], subject: 'Confirme seu e-mail em Lastro' });
    expect(mails[0]?.text).toMatch(/http:\/\/127\.0\.0\.1:8080\/auth\/confirm\?token=[\w-]{43}\s/);
    expect(mails[0]?.raw).not.toContain('evil.example');
    expect(await mailbox.deliver()).toEqual([]);
  });

  test('[A7] is not sent when an account was refused', async () => {
    await register(world, { email: 'nina@example.com' });
    await register(world, { password: '123456789' });
    expect(await mailbox.deliver()).toEqual([]);
  });

  test('[A7] contains a token that the database stores only as a hash', async () => {
    const { mailed } = await newcomer();
    const rows = await world.db.query('SELECT m::text FROM mails m UNION ALL SELECT t::text FROM mailed_tokens t');
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(mailed);
  });
});

describe('confirming', () => {
  test('[A7] with the token is 204, and the address is confirmed', async () => {
    const { session, mailed } = await newcomer();
    expect(await isConfirmed(session)).toBe(false);
    const heard: string[] = [];
    const stop = announcerOf(world.http.db).hear((changes) =>
      heard.push(...[...changes.values()].flatMap((of) => [...of])),
    );
    const answer = await confirm(mailed);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await isConfirmed(session)).toBe(true);
    // Open windows stop saying that it is not.
    expect(heard).toEqual(['money']);
    stop();
  });

  test('[A7] again, or twenty times concurrently, gives the same answer and changes nothing', async () => {
    const { session, mailed } = await newcomer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(mailed)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    const at = () => world.db.query('SELECT max(email_confirmed_at) AS at FROM customers');
    const before = await at();
    expect((await confirm(mailed)).statusCode).toBe(204);
    expect(await at()).toEqual(before);
    expect(await isConfirmed(session)).toBe(true);
  });

  test.each([
    ['nobody was mailed', 'A'.repeat(43)],
    ['is none', 'x'],
    ['is empty', ''],
    ['is SQL', "' OR 1=1 --"],
    ['holds a nought', '\u0000'.repeat(43)],
  ])('[A7] with a token that %s is 422 token_invalid', async (_, token) => {
    const answer = await confirm(token);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'token_invalid']);
    expect(answer.json().message).toBe('Este link não vale mais. Peça outro.');
  });

  test.each([[1], [null], [['a']], ['a'.repeat(501)], [undefined]])(
    '[A7] with a malformed token (%j) is 422 invalid_field',
    async (token) => {
      const answer = await confirm(token);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_field']);
    },
  );

  test('[A7] with a token after three days is refused', async () => {
    const { session, mailed } = await newcomer();
    const ages = await world.db.query<{ hours: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::integer AS hours
       FROM mailed_tokens ORDER BY created_at DESC LIMIT 1`,
    );
    expect(ages).toEqual([{ hours: 72 }]);
    await world.db.query('UPDATE mailed_tokens SET expires_at = now()');
    expect((await confirm(mailed)).json().code).toBe('token_invalid');
    expect(await isConfirmed(session)).toBe(false);
  });

  test("[A7] with a password reset token, or a session's, is refused", async () => {
    const { session } = await newcomer();
    await world.db.query(`UPDATE mailed_tokens SET purpose = 'reset'`);
    const { mailed } = await newcomer();
    await world.db.query(`UPDATE mailed_tokens SET purpose = 'reset'`);
    expect((await confirm(mailed)).json().code).toBe('token_invalid');
    expect((await confirm(session)).json().code).toBe('token_invalid');
  });
});

describe('requesting the email again', () => {
  test('[A7] sends another link; the first still works', async () => {
    const { session, mailed } = await newcomer();
    const answer = await sendAgain(session);
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    const [second] = await mailbox.deliver();
    expect(second && tokenIn(second)).not.toBe(mailed);
    expect((await confirm(mailed)).statusCode).toBe(204);
  });

  test('[A7] requires a login and an address that is not confirmed yet', async () => {
    expect((await sendAgain('A'.repeat(43))).statusCode).toBe(401);
    const { session, mailed } = await newcomer();
    await confirm(mailed);
    const answer = await sendAgain(session);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'email_already_confirmed']);
    expect(await mailbox.deliver()).toEqual([]);
  });

  test('[A7] is limited to five times an hour', async () => {
    const { session } = await newcomer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => sendAgain(session)));
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(confirmationsByCustomer.most);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
    expect(await mailbox.deliver()).toHaveLength(confirmationsByCustomer.most);
  });

  test('[A7] a queued email that is no longer needed is not sent', async () => {
    const { session, mailed } = await newcomer();
    await sendAgain(session);
    await confirm(mailed);
    expect(await mailbox.deliver()).toEqual([]);
  });
});
