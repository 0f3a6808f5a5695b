import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'light-my-request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { newcomer } from '#testing/server/newcomer.ts';
import { tokenIn } from '#mail/server/testing/read-mail.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld, password } from '#secondfactor/server/testing/key-world.ts';

/** Counters that a stranger's calls share with others: those of the same network or the same customer. */
const filledByStrangers = [
  'calendar-misses',
  'login_email',
  'login_network',
  'login_pair',
  'lost_key_customer',
  'lost_key_network',
  'password_checks',
  'promocode_customer',
  'promocode_network',
  'recover_email',
  'recover_network',
  'register',
  'reset_network',
  'second_key_day',
  'second_key_network',
  'second_key_pair',
  'second_key_tickets',
];
/** Counters that nobody else's calls reach: of a device, a session, a link of the customer's own. */
const filledByOwners = [
  'calendar-reads',
  'confirm_send',
  'login_device',
  'new_devices_told',
  'passkey_challenges',
  'password_changes',
  'password_inside',
  'recover_device',
  'second_key_device',
  'second_key_device_day',
  'second_key_devices_day',
  'second_key_inside',
  'second_key_inside_day',
  'told_changes',
];

/** The console's counters. Nobody logs in there by password alone, and a colleague at the machine readmits anyone locked out. */
const ofTheStaff = [
  'staff_codes',
  'staff_codes_device',
  'staff_device',
  'staff_email',
  'staff_forgot',
  'staff_forgot_network',
  'staff_joins',
  'staff_pair',
  'staff_refusals_noted',
  'staff_visits',
  'staff_visits_missed',
];

/** Everybody here shares one network, as behind an undeclared proxy. */
const network = '203.0.113.7';
const next = 'jabuti na varanda';
let world: KeyWorld;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openKeyWorld();
  mailbox = await openMailbox(world);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await mailbox.close();
  await world.close();
});

function post(url: string, body: object, deviceToken?: string): Promise<Response> {
  const headers = deviceToken === undefined ? {} : { 'device-token': deviceToken };
  return world.ask({ method: 'POST', url, body, headers, remoteAddress: network });
}

async function times(count: number, ask: () => Promise<Response>): Promise<void> {
  for (let n = 0; n < count; n += 1) await ask();
}

/** Everything an outsider can do to the counters of these two, having one of their passwords; then the counters are raised far higher. */
async function fillEverything(ana: KeyOwner, bruno: KeyOwner): Promise<string[]> {
  for (const { email } of [ana, bruno]) {
    await times(11, () => post('/auth', { email, password: 'não é essa' }));
    await times(6, () => post('/auth/recover', { email }));
  }
  await post('/auth/reset', { token: strangeToken(), password: next });
  await post('/auth/register', newcomer());
  await post('/auth/second-key', { ticket: strangeToken(), code: '000000' });
  await post('/auth/second-key/lost/confirm', { token: strangeToken() });
  await world.ask({ method: 'GET', url: `/calendar/${strangeToken()}.ics`, remoteAddress: network });
  const { ticket } = (await world.logIn(ana)).json().details;
  await post('/auth/second-key', { ticket, code: '000000' });
  await times(4, () => post('/auth/second-key/lost', { ticket }));
  const stranger = await world.owner();
  const headers = { authorization: stranger.token };
  const url = '/api/vault/quote?amount=100&promocode=NADA2026';
  await world.ask({ method: 'GET', url, headers, remoteAddress: network });
  const rows = await world.db.query<{ name: string }>(
    `UPDATE attempts SET points = 1000000 RETURNING split_part(key, ':', 1) AS name`,
  );
  return [...new Set(rows.map(({ name }) => name))].toSorted();
}

test('[L6] every counter of the product is classified by who can fill it', () => {
  const files = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.'),
  );
  const declared = files.flatMap((file) => {
    const text = readFileSync(join(projectFolder, 'src', file), 'utf8');
    return [...text.matchAll(/name: '([\w-]+)', most\b/g)].map(([, name = '']) => name);
  });
  expect(declared.toSorted()).toEqual([...filledByStrangers, ...filledByOwners, ...ofTheStaff].toSorted());
});

test('[L6] filling all of them neither locks their owners out nor blocks what they came for', async () => {
  const [ana, bruno] = [await world.withApp('1000'), await world.owner('1000')];
  const [phone, newPhone] = [strangeToken(), strangeToken()];
  const first = await post('/auth', { email: ana.email, password }, phone);
  await post('/auth/second-key', { ticket: first.json().details.ticket, code: ana.nextCode() }, phone);
  await mailbox.deliver();

  await world.db.query('DELETE FROM attempts');
  expect(await fillEverything(ana, bruno)).toEqual(filledByStrangers);
  expect((await post('/auth', { email: bruno.email, password })).statusCode).toBe(429);

  // At the login, from a known device.
  const asked = await post('/auth', { email: ana.email, password }, phone);
  expect(asked.json().code).toBe('second_key_required');
  const entered = await post('/auth/second-key', { ticket: asked.json().details.ticket, code: ana.nextCode() }, phone);
  expect(entered.statusCode).toBe(200);

  // Inside: a withdrawal and a password change.
  const approval = { amount: 10, currency: 'usdt', code: ana.nextCode() };
  expect((await ana.post('/api/second-key/approvals', approval)).statusCode).toBe(201);
  const change = { password: next, current: password, code: ana.nextCode() };
  expect((await ana.post('/api/password/-', change)).statusCode).toBe(204);

  // From an unknown device: the links that the stranger triggered are in the owner's mailbox.
  const mails = (await mailbox.deliver()).filter(({ to }) => to[0] === bruno.email);
  const token = mails.map(tokenIn).findLast(Boolean) ?? '';
  expect((await post('/auth/reset', { token, password: next }, newPhone)).statusCode).toBe(204);
  expect((await post('/auth', { email: bruno.email, password: next }, newPhone)).statusCode).toBe(200);
  expect((await post('/auth/recover', { email: bruno.email }, newPhone)).statusCode).toBe(202);
});

test('[L6] nor does it block their calendar, or an investment without a code', async () => {
  const ana = await world.owner('1000');
  const { Url } = (await ana.post('/api/maturities/calendar', {})).json<{ Url: string }>();
  const path = new URL(Url).pathname;
  expect((await world.ask({ method: 'GET', url: path, remoteAddress: network })).statusCode).toBe(200);
  await ana.post('/api/vault/subscribe', { terms: true });
  expect((await ana.post('/api/vault/deposit', { amount: 100 })).statusCode).toBe(201);
});
