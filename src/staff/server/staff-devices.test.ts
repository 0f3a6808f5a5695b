import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, type ConsoleWorld, openConsoleWorld } from '#console/server/testing/console-world.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { joinsByNetwork, staffCodes, staffLoginsByEmail, staffLoginsByPair } from './log-in-staff.ts';
import { staffMailTemplates } from './mail-templates.ts';

/** The staff's own accounts: nobody is shut out by others' guesses, what changes is an entry, and is told to its member (L11). */
const origin = 'https://console.lastro.example';
const password = 'capivara no telhado azul';
const clock = { at: new Date(), now: () => clock.at };
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let world: ConsoleWorld;
let mailbox: Mailbox;
beforeAll(async () => {
  const env = { CONSOLE_URL: origin, SECOND_KEY_SECRET: 'a-secret-for-tests-that-is-long-enough' };
  world = await openConsoleWorld({ env, clock });
  mailbox = await openMailbox(world);
  mailbox.context.templates = { ...mailbox.context.templates, ...staffMailTemplates(world.db, world.config) };
});
beforeEach(() => world.db.query('DELETE FROM attempts'));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

/** A browser that keeps the cookies it is given, in a network. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #network: string;
  constructor(network = '203.0.113.7') {
    this.#network = network;
  }
  async post(url: string, body: object): Promise<Answer> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { console: '1', 'sec-fetch-site': 'same-origin', 'user-agent': chrome, ...(cookie && { cookie }) };
    const answer = await world.askConsole({ method: 'POST', url, body, headers, remoteAddress: this.#network });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
  async logIn(who: Member, tried = password): Promise<string> {
    const step = await this.post('/console/login', { email: who.email, password: tried });
    if (step.statusCode !== 200) return step.json<{ code: string }>().code;
    return this.show(step.json<{ Ticket: string }>().Ticket, who.code());
  }
  async show(ticket: string, code: string): Promise<string> {
    const answer = await this.post('/console/login/second', { ticket, code });
    return answer.statusCode === 204 ? 'in' : answer.json<{ code: string }>().code;
  }
  async ticketOf({ email }: Member): Promise<string> {
    return (await this.post('/console/login', { email, password })).json<{ Ticket: string }>().Ticket;
  }
}

interface Member {
  id: string;
  email: string;
  code: () => string;
}

async function invited(): Promise<{ email: string; token: string }> {
  const email = `person-${randomBytes(4).toString('hex')}@staff.example`;
  const { out } = await lastroOf(world, { CONSOLE_URL: origin })(`staff invite ${email} --role payments --json`);
  return { email, token: (JSON.parse(out) as { link: string }).link.split(/[#/]/).at(-2) ?? '' };
}

/** Joins in this browser, which is then known. */
async function joined(browser: Browser): Promise<Member> {
  const { email, token } = await invited();
  const ticket = (await browser.post('/console/join', { token, name: 'Nara Lima', password })).json<{
    Ticket: string;
  }>().Ticket;
  const { Secret: secret } = (await browser.post('/console/set-up/app', { ticket })).json<{ Secret: string }>();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (): string => {
    clock.at = new Date(clock.at.getTime() + 30_000);
    return app.generate({ timestamp: clock.at.getTime() });
  };
  expect((await browser.post('/console/set-up/app/confirm', { ticket, code: code() })).statusCode).toBe(204);
  const [row] = await world.db.query<{ id: string }>('SELECT id FROM staff WHERE email = $1', [email]);
  return { id: row?.id ?? '', email, code };
}

const fill = (name: string) => world.db.query(`UPDATE attempts SET points = 1000000 WHERE key LIKE $1`, [`${name}:%`]);
const entriesOf = ({ id }: Member) =>
  world.db.query<{ operator: string; action: string; details: object; address: string }>(
    `SELECT operator, action, said_of(details) AS details, address FROM actions
     WHERE staff_id = $1 OR details ->> 'staff' = $1::text ORDER BY number`,
    [id],
  );

test('[R3] [L11] guesses from many networks shut no known device out, whatever they fill', async () => {
  const browser = new Browser();
  const nara = await joined(browser);
  await new Browser('198.51.100.1').logIn(nara, 'wrong');
  await fill(staffLoginsByEmail.name);
  expect(await new Browser('198.51.100.2').logIn(nara)).toBe('too_many_attempts');
  expect(await browser.logIn(nara)).toBe('in');
  const stranger = new Browser('198.51.100.3');
  await world.db.query('DELETE FROM attempts');
  await stranger.show(await stranger.ticketOf(nara), '000000');
  await fill(staffCodes.name);
  expect(await browser.logIn(nara)).toBe('in');
});

test('[R3] [L11] guesses at names that nobody has shut no office out: neither known devices nor new ones', async () => {
  const browser = new Browser();
  const nara = await joined(browser);
  for (let n = 0; n < 120; n += 1) {
    const tried = await new Browser().post('/console/login', { email: `n${n}@staff.example`, password });
    expect(tried.statusCode).toBe(401);
  }
  expect([await browser.logIn(nara), await new Browser().logIn(nara)]).toEqual(['in', 'in']);
}, 120_000);

test('[R3] guesses at invitations do not keep those who were invited from joining', async () => {
  const guess = () => new Browser().post('/console/join', { token: 'x'.repeat(43), name: 'Nara', password });
  await guess();
  await fill(joinsByNetwork.name);
  expect((await guess()).statusCode).toBe(429);
  await joined(new Browser());
});

test('[R3] a known device is counted too, and is strange again after a reset', async () => {
  const browser = new Browser();
  const nara = await joined(browser);
  for (let n = 0; n < staffLoginsByPair.most; n += 1) expect(await browser.logIn(nara, 'wrong')).toBe('invalid_login');
  expect(await browser.logIn(nara)).toBe('too_many_attempts');
  const { exit } = await lastroOf(world)(`staff reset ${nara.email} --reason`, 'lost the phone');
  expect([exit, await world.db.query('SELECT FROM staff_devices WHERE staff_id = $1', [nara.id])]).toEqual([0, []]);
});

test('[R3] a device that is known to one member is strange to another', async () => {
  const browser = new Browser();
  const [nara, other] = [await joined(browser), await joined(new Browser())];
  expect([await browser.logIn(nara), await browser.logIn(other)]).toEqual(['in', 'in']);
  const known = 'SELECT count(*)::int AS count FROM staff_devices WHERE staff_id = ANY ($1)';
  expect(await world.db.query(known, [[nara.id, other.id]])).toEqual([{ count: 3 }]);
});

test('[R2] [L11] joining, enrolments, sign-ins and failures are entries in the account of actions', async () => {
  const browser = new Browser();
  const nara = await joined(browser);
  await new Browser('198.51.100.9').logIn(nara, 'wrong');
  const ticket = await browser.ticketOf(nara);
  await browser.show(ticket, '000000');
  await browser.logIn(nara);
  const failed = { operator: 'console', action: 'sign-in refused' };
  const named = { operator: 'Nara Lima', address: '203.0.113.7' };
  await vi.waitFor(async () => {
    const entries = (await entriesOf(nara)).filter(({ action }) => !action.startsWith('staff invite'));
    expect(entries).toHaveLength(6);
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...named, action: 'staff joined', details: {} },
        { ...named, action: 'second factor added', details: { factor: 'app' } },
        { ...named, action: 'sign-in', details: { how: 'app', device: 'new' } },
        { ...failed, address: '198.51.100.9', details: { why: 'wrong_password', staff: nara.id } },
        { ...failed, address: '203.0.113.7', details: { why: 'wrong_factor', staff: nara.id } },
        { ...named, action: 'sign-in', details: { how: 'app', device: 'known' } },
      ]),
    );
  });
});

test('[R2] twenty refused sign-ins of a member an hour are entries: nobody fills the account of actions', async () => {
  const nara = await joined(new Browser());
  for (let n = 0; n < 25; n += 1) await new Browser(`198.51.${n}.1`).logIn(nara, 'wrong');
  const refused = async () => (await entriesOf(nara)).filter(({ action }) => action === 'sign-in refused').length;
  await vi.waitFor(async () => expect(await refused()).toBe(20));
}, 60_000);

test('[L11] [A9] a member is mailed about their own new password, factor, device and reset, in the language that they read the console in', async () => {
  const browser = new Browser();
  const nara = await joined(browser);
  await browser.logIn(nara);
  const mailsTo = async () => (await mailbox.deliver()).filter(({ to }) => to[0] === nara.email);
  const first = (await mailsTo()).map(({ text }) => text).join('\n');
  for (const said of ['Sua senha do console foi escolhida.', 'Um aplicativo autenticador foi adicionado.'])
    expect(first).toContain(said);
  expect(first).not.toMatch(/console was|app was|aparelho novo/);
  expect((await browser.post('/console/me/language', { language: 'fa' })).statusCode).toBe(204);
  expect((await browser.post('/console/me/language', { language: 'tlh' })).statusCode).toBe(422);
  expect((await new Browser().post('/console/me/language', { language: 'fa' })).statusCode).toBe(401);
  await new Browser().logIn(nara);
  const [mail, ...others] = await mailsTo();
  expect([mail?.text.includes('دستگاه تازه‌ای'), mail?.text.includes('Chrome · Windows'), others]).toEqual([
    true,
    true,
    [],
  ]);
  await lastroOf(world)(`staff reset ${nara.email} --reason`, 'lost the phone');
  expect((await mailsTo()).map(({ text }) => text).join('\n')).toContain('یک مدیر');
});

test('[R3] a forgotten password: a mailed link and the own second factor, by oneself or by one admin; the link alone lets nobody in', async () => {
  const browser = new Browser();
  const nara = await joined(browser);
  const linkOf = async (): Promise<string | undefined> => {
    const mail = (await mailbox.deliver()).find(({ to, text }) => to[0] === nara.email && text.includes('/password#'));
    return mail && /password#([\w-]{43})/.exec(mail.text)?.[1];
  };
  const ask = (email: string) => new Browser().post('/console/login/forgot', { email });
  await mailbox.deliver();
  expect([(await ask(nara.email)).statusCode, (await ask('nobody@staff.example')).statusCode]).toEqual([204, 204]);
  const token = await linkOf();
  const choose = (by: Browser, given: string | undefined, chosen: string) =>
    by.post('/console/login/password', { token: given, password: chosen });
  const another = 'outra capivara no telhado';
  expect((await choose(browser, token, 'short')).statusCode).toBe(422);
  // Nor is it an invitation.
  expect((await browser.post('/console/join', { token, name: 'Nara', password: another })).statusCode).not.toBe(200);
  const step = await choose(browser, token, another);
  expect(step.json()).toMatchObject({ Next: 'second_step', App: true });
  expect((await choose(browser, token, another)).json()).toMatchObject({ code: 'invitation_invalid' });
  expect(await world.db.query('SELECT FROM staff_sessions WHERE staff_id = $1', [nara.id])).toEqual([]);
  expect(await browser.show(step.json<{ Ticket: string }>().Ticket, '000000')).toBe('second_factor_wrong');
  await world.db.query('DELETE FROM attempts');
  expect(await browser.logIn(nara, another)).toBe('in');
  expect((await entriesOf(nara)).map(({ action }) => action)).toContain('password chosen');

  const send = (email: string) => lastroOf(world)('staff password', email, '--reason', 'she called');
  expect((await send(nara.email)).exit).toBe(0);
  expect((await choose(browser, await linkOf(), password)).json()).toMatchObject({ Next: 'second_step' });
  const newcomer = await invited();
  expect((await send(newcomer.email)).err).toContain('no second factor');
});
