import { randomUUID } from 'node:crypto';
import type { Response } from 'light-my-request';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type KeyOwner, type KeyWorld, challengeFor, openKeyWorld } from './testing/key-world.ts';

let world: KeyWorld;

beforeAll(async () => void (world = await openKeyWorld()));
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

interface WithdrawalInput {
  amount?: number;
  currency?: string;
}

function withdraw(
  owner: KeyOwner,
  input: WithdrawalInput & { approval?: string; key?: string } = {},
): Promise<Response> {
  const { amount = 100, currency = 'usdt', approval, key = randomUUID() } = input;
  const headers = { 'idempotency-key': key, ...(approval && { 'second-key-approval': approval }) };
  return owner.post('/api/withdraw', { amount, user: owner.id, currency }, headers);
}

function approve(
  owner: KeyOwner,
  shown: object,
  { amount = 100, currency = 'usdt' }: WithdrawalInput = {},
): Promise<Response> {
  return owner.post('/api/second-key/approvals', { amount, currency, ...shown });
}

async function approvalOf(owner: KeyOwner, input?: WithdrawalInput): Promise<string> {
  const answer = await approve(owner, { code: owner.nextCode() }, input);
  expect(answer.statusCode).toBe(201);
  return answer.json().Token;
}

async function balanceOf(owner: KeyOwner): Promise<number> {
  return (await owner.get('/api/user')).json().Balance;
}

test('[F4] without a second factor a withdrawal needs nothing more', async () => {
  const bruno = await world.owner('500');
  expect((await withdraw(bruno)).statusCode).toBe(201);
  expect((await approve(bruno, { code: '123456' })).json().code).toBe('no_second_key');
});

test('[F4] with one, nothing moves before it is shown, and the answer lists the methods', async () => {
  const ana = await world.withApp('500');
  const answer = await withdraw(ana);
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    { code: 'second_key_required', message: 'Confirme com sua segunda chave.', details: { methods: ['app'] } },
  ]);
  expect(await balanceOf(ana)).toBe(500);
});

test('[F4] approved for this amount and currency it leaves, once', async () => {
  const ana = await world.withApp('500');
  const approval = await approvalOf(ana);
  expect((await withdraw(ana, { approval })).statusCode).toBe(201);
  const again = await withdraw(ana, { approval });
  expect([again.statusCode, again.json().code]).toEqual([403, 'approval_invalid']);
  expect(await balanceOf(ana)).toBe(400);
});

test('[F4] a retry under its key returns the first answer, and nothing more leaves', async () => {
  const ana = await world.withApp('500');
  const [approval, key] = [await approvalOf(ana), randomUUID()];
  const first = await withdraw(ana, { approval, key });
  const again = await withdraw(ana, { approval, key });
  expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true']);
  expect(await balanceOf(ana)).toBe(400);
});

test('[F4] one approval lets one of fifty withdrawals leave', async () => {
  const ana = await world.withApp('5000');
  const approval = await approvalOf(ana);
  const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(ana, { approval })));
  const statuses = answers.map((answer) => answer.statusCode).toSorted((one, other) => one - other);
  expect(statuses).toEqual([201, ...Array<number>(49).fill(403)]);
  expect(await balanceOf(ana)).toBe(4900);
});

test('[F4] one code grants one of fifty approvals', async () => {
  const ana = await world.withApp('500');
  const code = ana.nextCode();
  const answers = await Promise.all(Array.from({ length: 50 }, () => approve(ana, { code })));
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
});

test('[F4] another amount, currency, session or customer needs its own approval', async () => {
  const [ana, bruno] = [await world.withApp('500'), await world.withApp('500')];
  const approval = await approvalOf(ana);
  const elsewhere = (await finishElsewhere(ana)).json<{ token: string }>().token;
  const there = { ...ana, post: postAs(elsewhere) };
  for (const tried of [
    withdraw(ana, { approval, amount: 100.01 }),
    withdraw(ana, { approval, currency: 'brl' }),
    withdraw(there, { approval }),
    withdraw(bruno, { approval }),
  ]) {
    const answer = await tried;
    expect([403, 503]).toContain(answer.statusCode);
  }
  expect([await balanceOf(ana), await balanceOf(bruno)]).toEqual([500, 500]);
  expect((await withdraw(ana, { approval })).statusCode).toBe(201);
});

function postAs(token: string): KeyOwner['post'] {
  return (url, body, headers) =>
    world.ask({ method: 'POST', url, body, headers: { authorization: token, ...headers } });
}

/** Ana logs in again, with her key. */
async function finishElsewhere(ana: KeyOwner): Promise<Response> {
  const { ticket } = (await world.logIn(ana)).json().details;
  return world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket, code: ana.nextCode() } });
}

test('[F4] an approval is valid for five minutes', async () => {
  const ana = await world.withApp('500');
  const approval = await approvalOf(ana);
  world.clock.forward(5 * 60);
  expect((await withdraw(ana, { approval })).json().code).toBe('approval_invalid');
});

test('[F4] a withdrawal refused for another reason leaves the approval unused', async () => {
  const ana = await world.withApp('50');
  const approval = await approvalOf(ana);
  expect((await withdraw(ana, { approval })).json().code).toBe('insufficient_balance');
  const rows = await world.db.query('SELECT used_at FROM withdrawal_approvals WHERE customer_id = $1', [ana.id]);
  expect(rows).toEqual([{ used_at: null }]);
});

test('[F4] a passkey’s answer is valid only for the amount and currency it signed', async () => {
  const ana = await world.withPasskey({ isSynced: true, balance: '500' });
  const input = { amount: 100, currency: 'usdt' };
  const small = ana.passkey.answer(await challengeFor(ana, 'withdrawal', input));
  for (const other of [
    { amount: 500, currency: 'usdt' },
    { amount: 100, currency: 'brl' },
  ]) {
    expect((await approve(ana, { passkey: small }, other)).json().code).toBe('second_key_wrong');
  }
  const change = ana.passkey.answer(await challengeFor(ana, 'remove'));
  expect((await approve(ana, { passkey: change })).json().code).toBe('second_key_wrong');
  const approved = await approve(ana, { passkey: small });
  expect((await withdraw(ana, { approval: approved.json().Token })).statusCode).toBe(201);
  expect((await approve(ana, { passkey: small })).json().code).toBe('second_key_wrong');
});

test('[F4] a recovery code cannot approve a withdrawal', async () => {
  const ana = await world.withApp('500');
  const [recovery] = ana.recoveryCodes;
  expect((await approve(ana, { recovery })).json().code).toBe('invalid_field');
  expect((await approve(ana, {})).json().code).toBe('second_key_required');
});

test.each([
  ['recovery-codes', 'new codes'],
  ['app', 'another app'],
  ['passkeys/begin', 'a passkey'],
  ['app/remove', 'no app'],
  ['remove', 'no key at all'],
])('[F4] using a recovery code for %s (%s) closes withdrawals for a day', async (change) => {
  const ana = await world.withApp('500');
  const asked = await ana.post(`/api/second-key/${change}`, { proof: { recovery: ana.recoveryCodes[0] } });
  expect(asked.statusCode).toBeLessThan(300);
  const closed = await withdraw(ana);
  expect([closed.statusCode, closed.json().code]).toEqual([403, 'withdrawals_closed']);
  expect((await ana.get('/api/second-key')).json().WithdrawalsClosedUntil).not.toBeNull();
  world.clock.forward(24 * 3600 - 60);
  expect((await withdraw(ana)).json().code).toBe('withdrawals_closed');
  world.clock.forward(61);
  expect((await withdraw(ana)).json().code).not.toBe('withdrawals_closed');
});

test('[F4] adding, using and removing an app with a recovery code does not reopen them', async () => {
  const ana = await world.withApp('500');
  const [first, second] = ana.recoveryCodes;
  const { Secret } = (await ana.post('/api/second-key/app', { proof: { recovery: first } })).json();
  const theirs = new TOTP({ secret: Secret });
  const code = (): string => {
    world.clock.forward(30);
    return theirs.generate({ timestamp: world.clock.at.getTime() });
  };
  expect((await ana.post('/api/second-key/app/confirm', { code: code() })).statusCode).toBe(200);
  const approved = await approve(ana, { code: code() });
  expect(approved.statusCode).toBe(201);
  expect((await withdraw(ana, { approval: approved.json().Token })).json().code).toBe('withdrawals_closed');
  expect((await ana.post('/api/second-key/remove', { proof: { code: code() } })).statusCode).toBe(204);
  expect((await withdraw(ana)).json().code).toBe('withdrawals_closed');
  expect((await ana.post('/api/second-key/removal/cancel', { recovery: second })).statusCode).toBe(409);
  expect(await balanceOf(ana)).toBe(500);
});

test('[F4] a change made with the second factor itself leaves withdrawals open', async () => {
  const ana = await world.withApp('500');
  const code = ana.nextCode();
  expect((await ana.post('/api/second-key/recovery-codes', { proof: { code } })).statusCode).toBe(200);
  expect((await withdraw(ana, { approval: await approvalOf(ana) })).statusCode).toBe(201);
});

test.each([{ amount: 0 }, { amount: -1 }, { amount: 0.001 }, { amount: '10' }, { currency: 'eur' }])(
  '[F4] refuses to approve %j',
  async (input) => {
    const ana = await world.withApp();
    const answer = await ana.post('/api/second-key/approvals', { amount: 10, currency: 'usdt', code: '1', ...input });
    expect([answer.statusCode, ana.recoveryCodes.length]).toEqual([422, 10]);
  },
);

test('[F4] no log line holds a code, a ticket, an approval or a recovery code', async () => {
  const ana = await world.withApp('500');
  const { ticket } = (await world.logIn(ana)).json().details;
  const code = ana.nextCode();
  const approval = (await approve(ana, { code })).json().Token;
  await withdraw(ana, { approval });
  await world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket, recovery: ana.recoveryCodes[0] } });
  await world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket: { [ticket]: code } } });
  const log = world.logLines.join('');
  expect([ticket, approval, `"${code}"`, ...ana.recoveryCodes].filter((secret) => log.includes(secret))).toEqual([]);
});

test('[F4] the audit finds a withdrawal that left without its approval', async () => {
  const ana = await world.owner('500');
  await withdraw(ana);
  const since = (ago: string) =>
    world.db.query(`INSERT INTO second_factors (customer_id, since) VALUES ($1, now() - $2::interval)`, [ana.id, ago]);
  await world.db.query(
    `INSERT INTO authenticator_apps (customer_id, sealed_secret, last_step, added_at)
     VALUES ($1, '', 0, now())`,
    [ana.id],
  );
  await since('1 hour');
  expect((await world.audit()).map(({ rule }) => rule)).toEqual([
    'a withdrawal of a customer who had a second factor was approved by it',
  ]);
  await world.db.query('DELETE FROM authenticator_apps WHERE customer_id = $1', [ana.id]);
  await world.db.query('DELETE FROM second_factors WHERE customer_id = $1', [ana.id]);
});
