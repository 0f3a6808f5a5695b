import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type ConsoleWorld, openConsoleWorld } from '#console/server/testing/console-world.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { createSoftPasskey } from '#secondfactor/server/testing/soft-passkey.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { staffMailTemplates } from './mail-templates.ts';

const origin = 'https://console.lastro.example';
const site = { name: 'console.lastro.example', origin };
const password = 'capivara no telhado azul';
const clock = { at: new Date(), now: () => clock.at };

let world: ConsoleWorld;
let mailbox: Mailbox;
let nara: Member;
beforeAll(async () => {
  const env = { CONSOLE_URL: origin, SECOND_KEY_SECRET: 'a-secret-for-tests-that-is-long-enough' };
  world = await openConsoleWorld({ env, clock });
  mailbox = await openMailbox(world);
  mailbox.context.templates = { ...mailbox.context.templates, ...staffMailTemplates(world.db, world.config) };
});
beforeEach(async () => {
  nara = await join();
});
afterAll(async () => {
  await mailbox.close();
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Member {
  email: string;
  cookie: string;
  code(): string;
}

const post = (url: string, body: object, cookie = ''): Promise<Answer> =>
  world.askConsole({ method: 'POST', url, body, headers: { console: '1', ...(cookie && { cookie }) } });
const codeOf = (answer: Answer): string => (answer.statusCode < 300 ? 'done' : answer.json<{ code: string }>().code);
const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';

function appOf(secret: string): () => string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return () => {
    clock.at = new Date(clock.at.getTime() + 30_000);
    return app.generate({ timestamp: clock.at.getTime() });
  };
}

let joined = 0;
/** Somebody with a password and an app, signed in. */
async function join(): Promise<Member> {
  joined += 1;
  const email = `keys${joined}@staff.example`;
  const { out } = await lastroOf(world, { CONSOLE_URL: origin })(`staff invite ${email} --role payments --json`);
  const token = (JSON.parse(out) as { link: string }).link.split(/[#/]/).at(-2) ?? '';
  const ticket = (await post('/console/join', { token, name: 'Nara Lima', password })).json<{ Ticket: string }>()
    .Ticket;
  const code = appOf((await post('/console/set-up/app', { ticket })).json<{ Secret: string }>().Secret);
  const entered = await post('/console/set-up/app/confirm', { ticket, code: code() });
  return { email, code, cookie: cookieOf(entered) };
}

async function logIn({ email, code }: Member): Promise<string> {
  const { Ticket: ticket } = (await post('/console/login', { email, password })).json<{ Ticket: string }>();
  return cookieOf(await post('/console/login/second', { ticket, code: code() }));
}

/** A ticket for one change, for which password and code were shown anew. */
async function prove({ cookie, code }: Member): Promise<string> {
  const step = await post('/console/me/keys/begin', { password }, cookie);
  const shown = { ticket: step.json<{ Ticket: string }>().Ticket, code: code() };
  return (await post('/console/me/keys/prove', shown, cookie)).json<{ Ticket: string }>().Ticket;
}

interface Keys {
  App: string | null;
  Passkeys: { Id: string; Name: string }[];
}
const keysOf = async ({ cookie }: Member): Promise<Keys> =>
  (await world.askConsole({ method: 'GET', url: '/console/me/keys', headers: { cookie } })).json<Keys>();

async function addPasskey(
  member: Member,
  name: string,
): Promise<{ answer: Answer; passkey: ReturnType<typeof createSoftPasskey> }> {
  const ticket = await prove(member);
  const passkey = createSoftPasskey(site);
  const { challenge } = (await post('/console/me/keys/passkey', { ticket }, member.cookie)).json<{
    challenge: string;
  }>();
  const made = { ticket, name, credential: passkey.make(challenge) };
  return { answer: await post('/console/me/keys/passkey/add', made, member.cookie), passkey };
}

test('[R3] [L6] a member adds a passkey under a name, signs in with it, and removes the app; each is told and ends other sessions', async () => {
  const other = await logIn(nara);
  await mailbox.deliver();
  const { answer, passkey } = await addPasskey(nara, 'Laptop');
  expect(codeOf(answer)).toBe('done');
  expect(await keysOf(nara)).toMatchObject({ App: expect.any(String), Passkeys: [{ Name: 'Laptop' }] });
  expect((await world.askConsole({ method: 'GET', url: '/console/me', headers: { cookie: other } })).statusCode).toBe(
    401,
  );
  const mails = async () =>
    (await mailbox.deliver())
      .filter(({ to }) => to[0] === nara.email)
      .map(({ text }) => text)
      .join('\n');
  expect(await mails()).toMatch(/Uma chave de acesso foi adicionada[^]*Laptop/);
  const removed = await post('/console/me/keys/remove', { ticket: await prove(nara), which: 'app' }, nara.cookie);
  expect(codeOf(removed)).toBe('done');
  expect(await mails()).toContain('Seu aplicativo autenticador foi removido.');
  const step = (await post('/console/login', { email: nara.email, password })).json<{
    Ticket: string;
    App: boolean;
    Passkey: { challenge: string };
  }>();
  const shown = { ticket: step.Ticket, passkey: passkey.answer(step.Passkey.challenge) };
  expect([step.App, codeOf(await post('/console/login/second', shown))]).toEqual([false, 'done']);
  const entries = await world.db.query<{ action: string; said: object }>(
    `SELECT action, said_of(details) AS said FROM actions a JOIN staff s ON s.id = a.staff_id
     WHERE s.email = $1 AND action LIKE 'second factor %' ORDER BY number`,
    [nara.email],
  );
  expect(entries.map(({ action, said }) => [action, said])).toEqual([
    ['second factor added', { factor: 'app' }],
    ['second factor added', { factor: 'passkey', name: 'Laptop' }],
    ['second factor removed', { factor: 'app' }],
  ]);
});

test('[L6] the last factor stays, also when both are removed at once; an app is added by whoever has none', async () => {
  expect(codeOf(await post('/console/me/keys/remove', { ticket: await prove(nara), which: 'app' }, nara.cookie))).toBe(
    'last_factor',
  );
  expect(codeOf(await post('/console/me/keys/app', { ticket: await prove(nara) }, nara.cookie))).toBe('app_there');
  await addPasskey(nara, 'Laptop');
  const [key] = (await keysOf(nara)).Passkeys;
  const [one, two] = [await prove(nara), await prove(nara)];
  const both = await Promise.all([
    post('/console/me/keys/remove', { ticket: one, which: 'app' }, nara.cookie),
    post('/console/me/keys/remove', { ticket: two, which: key?.Id }, nara.cookie),
  ]);
  expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['204', '401']);
  const { App, Passkeys } = await keysOf(nara);
  expect((App ? 1 : 0) + Passkeys.length).toBe(1);
  const unknown = { ticket: await prove(await join()), which: key?.Id };
  expect(codeOf(await post('/console/me/keys/remove', unknown, nara.cookie))).toBe('ticket_invalid');
});

test('[L6] nothing changes without password and factor shown anew, by somebody else’s ticket, or by one that was spent', async () => {
  const eva = await join();
  const begin = (typed: object, cookie = nara.cookie) => post('/console/me/keys/begin', typed, cookie);
  expect(codeOf(await begin({ password: 'wrong' }))).toBe('invalid_login');
  expect(codeOf(await begin({}))).toBe('invalid_login');
  expect((await begin({ password }, '')).statusCode).toBe(401);
  expect((await begin({ password: 'x'.repeat(1025) })).statusCode).toBe(422);
  const { Ticket: second } = (await begin({ password })).json<{ Ticket: string }>();
  // A ticket of the first step is good for the second only, and for its owner's session.
  expect(codeOf(await post('/console/me/keys/app', { ticket: second }, nara.cookie))).toBe('ticket_invalid');
  expect(codeOf(await post('/console/me/keys/prove', { ticket: second, code: nara.code() }, eva.cookie))).toBe(
    'ticket_invalid',
  );
  expect(codeOf(await post('/console/me/keys/prove', { ticket: second, code: '000000' }, nara.cookie))).toBe(
    'second_factor_wrong',
  );
  const proof = await prove(nara);
  for (const [url, body] of [
    ['/console/me/keys/passkey', { ticket: proof }],
    ['/console/me/keys/app', { ticket: proof }],
    ['/console/me/keys/app/confirm', { ticket: proof, code: '123456' }],
    ['/console/me/keys/remove', { ticket: proof, which: 'app' }],
  ] as const) {
    expect([url, codeOf(await post(url, body, eva.cookie))]).toEqual([url, 'ticket_invalid']);
    expect([url, (await post(url, body)).statusCode]).toEqual([url, 401]);
    expect([url, (await post(url, { ...body, ticket: 'x' }, nara.cookie)).statusCode]).toEqual([url, 422]);
    expect([url, codeOf(await post(url.replace('me/keys', 'set-up'), { ticket: proof, code: '123456' }))]).not.toEqual([
      url,
      'done',
    ]);
  }
  await addPasskey(nara, 'Laptop');
  expect(codeOf(await post('/console/me/keys/passkey', { ticket: proof }, nara.cookie))).toBe('ticket_invalid');
  const noKey = { ticket: await prove(nara), which: '019a0000-0000-7000-8000-000000000000' };
  expect(codeOf(await post('/console/me/keys/remove', noKey, nara.cookie))).toBe('not_found');
});

test('[R3] [L6] whoever has a passkey alone adds an app with it, confirmed by the first code', async () => {
  const { passkey } = await addPasskey(nara, 'Laptop');
  await post('/console/me/keys/remove', { ticket: await prove(nara), which: 'app' }, nara.cookie);
  const step = (await post('/console/me/keys/begin', { password }, nara.cookie)).json<{
    Ticket: string;
    App: boolean;
    Passkey: { challenge: string };
  }>();
  expect(step.App).toBe(false);
  const shown = { ticket: step.Ticket, passkey: passkey.answer(step.Passkey.challenge) };
  const { Ticket: ticket } = (await post('/console/me/keys/prove', shown, nara.cookie)).json<{ Ticket: string }>();
  const app = (await post('/console/me/keys/app', { ticket }, nara.cookie)).json<{ Secret: string }>();
  const code = appOf(app.Secret);
  const confirm = (typed: string) => post('/console/me/keys/app/confirm', { ticket, code: typed }, nara.cookie);
  expect([codeOf(await confirm('000000')), (await keysOf(nara)).App]).toEqual(['second_factor_wrong', null]);
  expect(codeOf(await confirm(code()))).toBe('done');
  expect(await logIn({ ...nara, code })).toMatch(/=[\w-]{43}$/);
});
