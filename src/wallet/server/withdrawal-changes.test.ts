import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Transfer, WithdrawalTerms } from '../contract.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

/** Recent changes of an account, and that its withdrawals wait for them. */
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld({ RATES_URL: '' });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const password = 'quatro cavalos verdes 7';

/** Logs in with a password, from a browser of this kind. */
async function comeIn(email: string, userAgent: string, device?: string): Promise<TestInvestor> {
  const headers = { 'user-agent': userAgent, ...(device && { 'device-token': device }) };
  const { token } = (await world.ask({ method: 'POST', url: '/auth', headers, body: { email, password } })).json<{
    token: string;
  }>();
  const get: TestInvestor['get'] = (url) => world.ask({ method: 'GET', url, headers: { authorization: token } });
  const { Uuid: id, Code: code } = (await get('/api/user')).json<{ Uuid: string; Code: string }>();
  const post: TestInvestor['post'] = (url, body = {}) =>
    world.ask({ method: 'POST', url, headers: { authorization: token }, body });
  return { id, email, token, code, get, post, balance: async () => 0 };
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function register(device: string): Promise<string> {
  const email = `eva-${randomUUID()}@example.com`;
  const body = { name: 'Eva', email, phone: '+5511987654321', birth: '1990-05-17', password, terms: true };
  const answer = await world.ask({
    method: 'POST',
    url: '/auth/register',
    headers: { 'user-agent': firefox, 'device-token': device },
    body,
  });
  expect(answer.statusCode).toBe(201);
  await world.db.query('UPDATE customers SET email_confirmed_at = now() WHERE email = $1', [email]);
  return email;
}

async function withdraw(who: TestInvestor): Promise<string | null> {
  const answer = await who.post('/api/withdraw', { amount: 10, user: who.id, currency: 'usdt' });
  expect(answer.statusCode).toBe(201);
  const [row] = await world.db.query<{ waits_because: string | null }>(
    'SELECT waits_because FROM broker_transfers WHERE id = $1',
    [answer.json<Transfer>().Id],
  );
  return row?.waits_because ?? null;
}

const addPasskey = `INSERT INTO passkeys (id, customer_id, credential_id, public_key, transports, name, is_synced, counter, added_at)
  VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, '', '{}', 'key', false, 0, now())`;

async function termsOf(who: TestInvestor): Promise<WithdrawalTerms> {
  return (await who.get('/api/withdraw/terms')).json<WithdrawalTerms>();
}

test('[F6] withdrawals wait for 24 hours after a phone change, and the terms say until when', async () => {
  const ana = await world.saver('100.00');
  expect(await withdraw(ana)).toBeNull();
  const change = (phone: string) =>
    world.ask({
      method: 'PUT',
      url: '/api/user/-/-',
      headers: { authorization: ana.token },
      body: { phone, birth: '1990-05-17' },
    });
  await change('+5511987654321');
  expect((await termsOf(ana)).Waits).toEqual([]);
  await change('+5511912345678');
  expect(await withdraw(ana)).toBe('phone_changed');
  const [waits] = (await termsOf(ana)).Waits;
  expect(waits?.Why).toBe('phone_changed');
  expect(Date.parse(waits?.Until ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const listed = (await ana.get('/report/5', { 'accept-language': 'en' })).json<Transfer[]>();
  const notes = listed.map(({ Notes }) => Notes.slice(0, 54));
  expect(notes.toSorted()).toEqual([
    'Waiting for the broker to confirm.',
    'Your phone number was changed less than 24 hours ago: ',
  ]);
  await world.db.query(`UPDATE customers SET phone_changed_at = now() - interval '24 hours' WHERE id = $1`, [ana.id]);
  expect([await withdraw(ana), (await termsOf(ana)).Waits]).toEqual([null, []]);
});

test('[F6] withdrawals wait for 24 hours after a password change, whoever made it', async () => {
  const ana = await world.saver('100.00');
  await world.db.query(`UPDATE customers SET password_hash = 'another' WHERE id = $1`, [ana.id]);
  expect(await withdraw(ana)).toBe('password_changed');
  expect((await termsOf(ana)).Waits.map(({ Why }) => Why)).toEqual(['password_changed']);
  await world.db.query(`UPDATE customers SET password_changed_at = now() - interval '24 hours' WHERE id = $1`, [
    ana.id,
  ]);
  expect(await withdraw(ana)).toBeNull();
});

test('[F6] withdrawals from a new device wait for a day; those from the first device do not', async () => {
  const own = strangeToken();
  const email = await register(own);
  const athome = await comeIn(email, firefox, own);
  const worker = world.startWorker();
  await world.untilEnded(athome, (await world.deposit(athome)).Id);
  await worker.stop();
  expect(await withdraw(athome)).toBeNull();
  await world.db.query(
    `UPDATE known_devices SET first_seen_at = first_seen_at - interval '1 hour' WHERE customer_id = $1`,
    [athome.id],
  );
  const stranger = await comeIn(email, safari, strangeToken());
  expect([await withdraw(stranger), await withdraw(athome)]).toEqual(['new_device', null]);
  expect((await termsOf(stranger)).Waits.map(({ Why }) => Why)).toEqual(['new_device']);
  await world.db.query(
    `UPDATE known_devices SET first_seen_at = first_seen_at - interval '24 hours' WHERE customer_id = $1`,
    [athome.id],
  );
  expect(await withdraw(stranger)).toBeNull();
});

test.each([
  ['a passkey added', 'factor_changed', addPasskey],
  ['a passkey removed', 'factor_changed', 'DELETE FROM passkeys WHERE customer_id = $1'],
  ['an e-mail corrected', 'address_changed', `UPDATE customers SET email = 'n' || email WHERE id = $1`],
  ['a calendar link made', 'calendar_made', null],
] as const)('[F6] [L11] withdrawals wait for 24 hours after %s', async (_what, why, change) => {
  const ana = await world.saver('100.00');
  if (change !== null && change !== addPasskey) await world.db.query(addPasskey, [ana.id]);
  await world.db.query('UPDATE customers SET factor_changed_at = NULL WHERE id = $1', [ana.id]);
  expect(await withdraw(ana)).toBeNull();
  if (change === null) expect((await ana.post('/api/maturities/calendar')).statusCode).toBeLessThan(300);
  else await world.db.query(change, [ana.id]);
  expect(await withdraw(ana)).toBe(why);
  expect((await termsOf(ana)).Waits.map(({ Why }) => Why)).toEqual([why]);
  await world.db.query(
    `UPDATE customers SET factor_changed_at = factor_changed_at - interval '24 hours',
       address_changed_at = address_changed_at - interval '24 hours', calendar_made_at = calendar_made_at - interval '24 hours'
     WHERE id = $1`,
    [ana.id],
  );
  expect(await withdraw(ana)).toBeNull();
  await world.db.query('DELETE FROM passkeys WHERE customer_id = $1', [ana.id]);
});
