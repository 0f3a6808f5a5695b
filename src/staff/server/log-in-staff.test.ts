import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type ConsoleWorld, openConsoleWorld } from '#console/server/testing/console-world.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { createSoftPasskey } from '#secondfactor/server/testing/soft-passkey.ts';
import { joinsByNetwork, staffCodes, staffLoginsByPair } from './log-in-staff.ts';
import { twoPeople } from './staff-settings.ts';

const origin = 'https://console.lastro.example';
const secret = 'a-secret-for-tests-that-is-long-enough';
const password = 'capivara no telhado azul';
const clock = { at: new Date(), now: () => clock.at };

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld({ env: { CONSOLE_URL: origin, SECOND_KEY_SECRET: secret }, clock });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Sent {
  cookie?: string;
  headers?: Record<string, string>;
}

const post = (url: string, body: object, { cookie, headers }: Sent = {}) =>
  world.askConsole({
    method: 'POST',
    url,
    body,
    headers: { console: '1', 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers },
  });
const codeOf = (answer: Answer): string => answer.json<{ code: string }>().code;
const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';
const me = (cookie: string) => world.askConsole({ method: 'GET', url: '/console/me', headers: { cookie } });

let invited = 0;
/** Invites somebody on the command line; returns the address and the link's token. */
async function invite(role = 'payments'): Promise<{ email: string; token: string }> {
  invited += 1;
  const email = `person${invited}@staff.example`;
  const { out } = await lastroOf(world, { CONSOLE_URL: origin })(`staff invite ${email} --role ${role} --json`);
  const { link } = JSON.parse(out) as { link: string };
  expect(link).toMatch(/^https:\/\/console\.lastro\.example\/join#[\w-]{43}\/person\d+%40staff\.example$/);
  return { email, token: link.split(/[#/]/).at(-2) ?? '' };
}

async function join(role?: string): Promise<{ email: string; ticket: string }> {
  const { email, token } = await invite(role);
  const joined = await post('/console/join', { token, name: 'Nara Lima', password });
  return { email, ticket: joined.json<{ Ticket: string }>().Ticket };
}

const nextCode = (base32: string): string => {
  clock.at = new Date(clock.at.getTime() + 30_000);
  return new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: clock.at.getTime() });
};

/** A member who logged in with an authenticator app. */
async function withApp(role?: string): Promise<{ email: string; app: string; cookie: string }> {
  const { email, ticket } = await join(role);
  const { Secret: app } = (await post('/console/set-up/app', { ticket })).json<{ Secret: string }>();
  const entered = await post('/console/set-up/app/confirm', { ticket, code: nextCode(app) });
  expect(entered.statusCode).toBe(204);
  return { email, app, cookie: cookieOf(entered) };
}

const logIn = (email: string, tried = password) => post('/console/login', { email, password: tried });
const ticketOf = async (email: string): Promise<string> => (await logIn(email)).json<{ Ticket: string }>().Ticket;

test('[R3] from the invitation to a session: a password, then an app’s code, each time', async () => {
  const { email, app, cookie } = await withApp('treasury');
  expect((await me(cookie)).json()).toMatchObject({
    Email: email,
    Name: 'Nara Lima',
    Role: 'treasury',
    Mode: 'sandbox',
  });
  const step = await logIn(` ${email.toUpperCase()} `);
  expect(step.json()).toMatchObject({ Next: 'second_step', App: true, Passkey: null });
  const entered = await post('/console/login/second', {
    ticket: step.json<{ Ticket: string }>().Ticket,
    code: nextCode(app),
  });
  const [set, device] = [entered.headers['set-cookie'] ?? []].flat();
  expect(device).toMatch(
    /^__Host-lastro-console-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=31536000$/,
  );
  expect(set).toMatch(/^__Host-lastro-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  expect((await me(cookieOf(entered))).statusCode).toBe(200);
  await post('/console/logout', {}, { cookie: cookieOf(entered) });
  expect((await me(cookieOf(entered))).statusCode).toBe(401);
  expect((await me(cookie)).statusCode).toBe(200);
});

test('[R3] a passkey works as well, and each challenge is accepted once', async () => {
  const { email, ticket } = await join();
  const site = { name: 'console.lastro.example', origin };
  const passkey = createSoftPasskey(site);
  const question = (await post('/console/set-up/passkey', { ticket })).json<{ challenge: string }>();
  const made = await post('/console/set-up/passkey/add', {
    ticket,
    name: 'Laptop',
    credential: passkey.make(question.challenge),
  });
  expect(made.statusCode).toBe(204);
  const step = (await logIn(email)).json<{ Ticket: string; App: boolean; Passkey: { challenge: string } }>();
  expect(step.App).toBe(false);
  const shown = { ticket: step.Ticket, passkey: passkey.answer(step.Passkey.challenge) };
  expect((await post('/console/login/second', shown)).statusCode).toBe(204);
  expect(codeOf(await post('/console/login/second', shown))).toBe('ticket_invalid');
});

describe('[R3] access is refused', () => {
  test('to a wrong password, an unknown address, or a person who never joined, all alike', async () => {
    const { email } = await withApp();
    const { email: invitedOnly } = await invite();
    for (const [who, tried] of [
      [email, 'wrong'],
      ['nobody@staff.example', password],
      [invitedOnly, ''],
      [invitedOnly, password],
    ] as const) {
      const answer = await logIn(who, tried);
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'invalid_login']);
    }
  });

  test('to an address that no database can hold, without a fault', async () => {
    for (const typed of ['nobody\u0000@staff.example', '\u0000', 'a\nb@staff.example']) {
      const answer = await logIn(typed);
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'invalid_field']);
    }
  });

  test('to a password without the second factor', async () => {
    const { email } = await withApp();
    const ticket = await ticketOf(email);
    for (const cookie of [`__Host-lastro-console=${ticket}`, `lastro-console=${ticket}`]) {
      expect((await me(cookie)).statusCode).toBe(401);
    }
    for (const url of ['/console/set-up/app', '/console/set-up/passkey']) {
      expect(codeOf(await post(url, { ticket }))).toBe('ticket_invalid');
    }
    expect(codeOf(await post('/console/login/second', { ticket, code: '000000' }))).toBe('second_factor_wrong');
    expect(codeOf(await post('/console/login/second', { ticket }))).toBe('second_factor_wrong');
  });

  test('to a used code, or somebody else’s', async () => {
    const [one, other] = [await withApp(), await withApp()];
    const code = nextCode(one.app);
    expect((await post('/console/login/second', { ticket: await ticketOf(one.email), code })).statusCode).toBe(204);
    expect(codeOf(await post('/console/login/second', { ticket: await ticketOf(one.email), code }))).toBe(
      'second_factor_wrong',
    );
    expect(
      codeOf(await post('/console/login/second', { ticket: await ticketOf(other.email), code: nextCode(one.app) })),
    ).toBe('second_factor_wrong');
  });

  test('to all but one concurrent use of the same code', async () => {
    const { email, app } = await withApp();
    const tickets = [await ticketOf(email), await ticketOf(email), await ticketOf(email)];
    const code = nextCode(app);
    const answers = await Promise.all(tickets.map((ticket) => post('/console/login/second', { ticket, code })));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
  });

  test('to a customer’s token, in a cookie or a header', async () => {
    const ana = await world.investor();
    for (const headers of [{ cookie: `__Host-lastro-console=${ana.token}` }, { authorization: ana.token }]) {
      expect((await world.askConsole({ method: 'GET', url: '/console/me', headers })).statusCode).toBe(401);
    }
    expect(
      (await world.ask({ method: 'GET', url: '/console/me', headers: { authorization: ana.token } })).statusCode,
    ).toBe(404);
  });

  test('to a page of another site, even with the cookie', async () => {
    const { cookie } = await withApp('desk');
    const body = { command: 'copytrade close' };
    for (const headers of [{ console: '' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await post('/console/commands', body, { cookie, headers });
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'foreign_site']);
    }
  });

  test('to a session of somebody disabled, reset or given another role', async () => {
    const lastro = lastroOf(world, { CONSOLE_URL: origin });
    for (const command of ['staff disable', 'staff reset']) {
      const { email, cookie } = await withApp();
      expect((await lastro(`${command} ${email} --reason`, 'a test')).exit).toBe(0);
      expect((await me(cookie)).statusCode).toBe(401);
      expect(codeOf(await logIn(email))).toBe('invalid_login');
    }
    const { email, cookie } = await withApp();
    expect((await lastro(`staff role ${email} auditor`)).exit).toBe(0);
    expect((await me(cookie)).statusCode).toBe(401);
  });

  test('after a quarter of an hour of inactivity', async () => {
    const { cookie } = await withApp();
    await world.db.query(`UPDATE staff_sessions SET last_used_at = now() - interval '15 minutes 1 second'`);
    expect((await me(cookie)).statusCode).toBe(401);
  });
});

describe('[R3] a set-up begun by somebody who knows the password', () => {
  test('ends when the member has finished theirs', async () => {
    const { email, ticket } = await join();
    const others = [await ticketOf(email), await ticketOf(email)];
    const { Secret: stale } = (await post('/console/set-up/app', { ticket: others[0] })).json<{ Secret: string }>();
    const { Secret: app } = (await post('/console/set-up/app', { ticket })).json<{ Secret: string }>();
    expect((await post('/console/set-up/app/confirm', { ticket, code: nextCode(app) })).statusCode).toBe(204);
    for (const other of others) {
      for (const url of ['/console/set-up/app', '/console/set-up/passkey']) {
        expect(codeOf(await post(url, { ticket: other }))).toBe('ticket_invalid');
      }
    }
    const late = await post('/console/set-up/app/confirm', { ticket: others[0], code: nextCode(stale) });
    expect(codeOf(late)).toBe('ticket_invalid');
    const entered = await post('/console/login/second', { ticket: await ticketOf(email), code: nextCode(app) });
    expect(entered.statusCode).toBe(204);
  });

  test('adds no passkey either, although its challenge was issued before', async () => {
    const { email, ticket } = await join();
    const other = await ticketOf(email);
    const passkey = createSoftPasskey({ name: 'console.lastro.example', origin });
    const question = (await post('/console/set-up/passkey', { ticket: other })).json<{ challenge: string }>();
    const { Secret: app } = (await post('/console/set-up/app', { ticket })).json<{ Secret: string }>();
    const code = nextCode(app);
    const credential = passkey.make(question.challenge);
    const [confirmed, added] = await Promise.all([
      post('/console/set-up/app/confirm', { ticket, code }),
      post('/console/set-up/passkey/add', { ticket: other, name: 'Laptop', credential }),
    ]);
    expect([confirmed.statusCode, added.statusCode].filter((status) => status === 204)).toHaveLength(1);
    const [member] = await world.db.query<{ ways: number }>(
      `SELECT (SELECT count(*)::int FROM staff_apps WHERE staff_id = s.id AND last_step >= 0)
         + (SELECT count(*)::int FROM staff_passkeys WHERE staff_id = s.id) AS ways FROM staff s WHERE email = $1`,
      [email],
    );
    expect(member).toEqual({ ways: 1 });
  });
});

describe('[R3] guessing', () => {
  test('of passwords is blocked, and then even the right one is refused', async () => {
    const { email } = await withApp();
    const tries = await Promise.all(Array.from({ length: staffLoginsByPair.most + 5 }, () => logIn(email, 'wrong')));
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
    expect((await logIn(email)).statusCode).toBe(429);
  });

  test('of codes is blocked, across all tickets', async () => {
    const { email } = await withApp();
    const tries: number[] = [];
    for (let at = 0; at < staffCodes.most + 2; at += 1) {
      const answer = await post('/console/login/second', { ticket: await ticketOf(email), code: '000000' });
      tries.push(answer.statusCode);
    }
    expect(tries.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('[R3] an invitation', () => {
  test('is used once, however many try', async () => {
    const { token } = await invite();
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => post('/console/join', { token, name: 'Nara', password })),
    );
    expect(taken.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(codeOf(await post('/console/join', { token, name: 'Nara', password }))).toBe('invitation_invalid');
  });

  test('is protected against guessing, and a valid one consumes no attempts', async () => {
    const forget = () => world.db.query(`DELETE FROM attempts WHERE key LIKE 'staff_joins:%'`);
    await forget();
    await join();
    const guess = async (): Promise<string> =>
      codeOf(await post('/console/join', { token: 'x'.repeat(43), name: 'Nara', password }));
    for (let at = 0; at < joinsByNetwork.most; at += 1) expect(await guess()).toBe('invitation_invalid');
    expect(await guess()).toBe('too_many_attempts');
    await forget();
  });

  test('rejects a short, common or personal password, and stays valid after a rejection', async () => {
    const { token, email } = await invite();
    const tryWith = (tried: string) => post('/console/join', { token, name: 'Nara Lima', password: tried });
    expect((await tryWith('curta')).statusCode).toBe(422);
    expect(codeOf(await tryWith('password1234'))).toBe('password_too_common');
    expect(codeOf(await tryWith(`nara lima ${email}`))).toBe('password_too_personal');
    expect((await tryWith(password)).statusCode).toBe(200);
  });

  test('from the console is emailed and never shown to the inviter', async () => {
    const admin = await world.member('admin');
    await transaction(world.db, (tx) => writeSetting(tx, twoPeople, []));
    const cookie = admin.cookie.replace('lastro-console', '__Host-lastro-console');
    const body = { command: 'staff invite', params: { staff: 'new@staff.example', role: 'payments' } };
    const answer = await post('/console/commands', body, { cookie });
    expect(answer.json()).toMatchObject({ Done: { Json: { outcome: 'mailed' } } });
    expect(answer.body).not.toMatch(/[\w-]{43}/);
    const [row] = await world.db.query(`SELECT invited_by, vouched FROM staff WHERE email = 'new@staff.example'`);
    expect(row).toEqual({ invited_by: admin.id, vouched: false });
    expect(await world.db.query(`SELECT kind FROM mails WHERE kind = 'staff.invitation'`)).toHaveLength(1);
    await transaction(world.db, (tx) => writeSetting(tx, twoPeople, twoPeople.standard('sandbox')));
  });

  test('expires for a person who began but never finished', async () => {
    const { email } = await join();
    expect((await logIn(email)).json()).toMatchObject({ Next: 'set_up' });
    await world.db.query(`UPDATE staff SET invited_at = now() - interval '49 hours' WHERE email = $1`, [email]);
    expect(codeOf(await logIn(email))).toBe('invalid_login');
  });
});

test('[R3] an admin cannot disable themselves', async () => {
  const admin = await world.member('admin');
  const cookie = admin.cookie.replace('lastro-console', '__Host-lastro-console');
  const body = { command: 'staff disable', params: { staff: admin.email, reason: 'a test' }, reason: 'a test' };
  const answer = await post('/console/commands', body, { cookie });
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { details: { reason: 'oneself' } }]);
});

test('[R3] the log contains no passwords, codes, tickets, links or addresses', async () => {
  await withApp();
  const log = world.logLines.join('\n');
  expect(log).toContain('/console/login');
  expect(log).not.toMatch(/capivara|staff\.example|[\w-]{43}/);
});
