import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeSecondFactor } from '#app/server/compose-second-factor.ts';
import { lastAction, lastroOf } from '#operator/server/testing/type-command.ts';
import { removeLostKeys } from './end-second-factor.ts';
import { lostKeyMail, secondFactorMailTemplates } from './mail-templates.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';
import { challengeFor, type KeyOwner, type KeyWorld, openKeyWorld, password, ticketsOf } from './testing/key-world.ts';

const hour = 60 * 60;
let world: KeyWorld;
let parts: SecondFactorParts;

beforeAll(async () => {
  world = await openKeyWorld();
  parts = composeSecondFactor(world.config, { clock: world.clock });
});
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
  await world.db.query('DELETE FROM second_factor_removals');
});
afterAll(() => world.close());

function post(url: string, body: object): Promise<Response> {
  return world.ask({ method: 'POST', url, body });
}

/** The token of the mailed link, which is created when the email is sent. */
async function mailedToken(owner: KeyOwner): Promise<string> {
  const mail = await secondFactorMailTemplates(world.db, world.config, parts)[lostKeyMail]?.({
    customerId: owner.id,
    about: {},
    queuedAt: world.clock.at,
  });
  expect(mail).toMatchObject({ to: owner.email, subject: 'Pedido de remoção da segunda chave em Lastro' });
  return new URL(mail?.action?.url ?? '').searchParams.get('token') ?? '';
}

async function confirmed(owner: KeyOwner): Promise<void> {
  const answer = await post('/auth/second-key/lost/confirm', { token: await mailedToken(owner) });
  expect(answer.json()).toEqual({ Removes: new Date(world.clock.at.getTime() + 72 * hour * 1000).toISOString() });
}

const statusOf = async (owner: KeyOwner) => (await owner.get('/api/second-key')).json();
const isIn = async (owner: KeyOwner) => (await owner.get('/api/user')).statusCode === 200;

test('[A8] a request needs the password and queues one email; without the password nothing is sent', async () => {
  const ana = await world.withApp();
  const [ticket = ''] = await ticketsOf(world, ana, 1);
  expect((await post('/auth/second-key/lost', { ticket })).statusCode).toBe(202);
  expect((await post('/auth/second-key/lost', { ticket: 'A'.repeat(43) })).json().code).toBe('ticket_invalid');
  const mails = await world.db.query('SELECT customer_id, about FROM mails WHERE kind = $1', [lostKeyMail]);
  expect(mails).toEqual([{ customer_id: ana.id, about: {} }]);
  for (let again = 0; again < 2; again += 1) await post('/auth/second-key/lost', { ticket });
  expect((await post('/auth/second-key/lost', { ticket })).statusCode).toBe(429);
  expect((await statusOf(ana)).Removal).toBeNull();
});

test('[A8] the emailed link works once and within the hour; the session then shows the removal, and the second factor still applies', async () => {
  const ana = await world.withApp();
  const late = await mailedToken(ana);
  world.clock.forward(hour);
  expect((await post('/auth/second-key/lost/confirm', { token: late })).json().code).toBe('link_invalid');
  const token = await mailedToken(ana);
  expect((await post('/auth/second-key/lost/confirm', { token })).statusCode).toBe(200);
  expect((await post('/auth/second-key/lost/confirm', { token })).json().code).toBe('link_invalid');
  expect((await statusOf(ana)).Removal).toEqual({
    Confirmed: world.clock.at.toISOString(),
    Removes: new Date(world.clock.at.getTime() + 72 * hour * 1000).toISOString(),
  });
  expect((await world.logIn(ana)).json().code).toBe('second_key_required');
});

test('[A8] after seventy-two hours, not a second earlier, it is removed: sessions end, withdrawals stay closed for a day', async () => {
  const ana = await world.withApp('500');
  await confirmed(ana);
  world.clock.forward(72 * hour - 1);
  expect(await removeLostKeys(world.db, parts)).toBe(0);
  expect(await isIn(ana)).toBe(true);
  world.clock.forward(1);
  expect(await removeLostKeys(world.db, parts)).toBe(1);
  expect(await removeLostKeys(world.db, parts)).toBe(0);
  expect(await isIn(ana)).toBe(false);

  const { token } = (await world.logIn(ana)).json();
  const headers = { authorization: token };
  const body = { amount: 100, user: ana.id, currency: 'usdt' };
  const withdraw = () => world.ask({ method: 'POST', url: '/api/withdraw', headers, body });
  const refused = await withdraw();
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'withdrawals_closed']);
  world.clock.forward(24 * hour - 1);
  expect((await withdraw()).statusCode).toBe(403);
  world.clock.forward(1);
  expect((await withdraw()).statusCode).toBe(201);
});

test('[A8] a repeated request does not change its date', async () => {
  const ana = await world.withApp();
  await confirmed(ana);
  const { Removal } = await statusOf(ana);
  world.clock.forward(hour);
  await post('/auth/second-key/lost/confirm', { token: await mailedToken(ana) });
  expect((await statusOf(ana)).Removal).toEqual(Removal);
});

test('[A8] showing the second factor cancels a removal; anything less does not', async () => {
  const ana = await world.withApp();
  const cancel = (shown: object) => ana.post('/api/second-key/removal/cancel', shown);
  expect((await cancel({ code: ana.nextCode() })).json().code).toBe('no_removal');
  await confirmed(ana);
  expect((await cancel({})).json().code).toBe('second_key_required');
  expect((await cancel({ code: '000000' })).json().code).toBe('second_key_wrong');
  expect((await cancel({ code: ana.nextCode() })).statusCode).toBe(204);
  expect((await statusOf(ana)).Removal).toBeNull();

  await confirmed(ana);
  expect((await cancel({ recovery: ana.recoveryCodes[0] })).statusCode).toBe(204);
  world.clock.forward(73 * hour);
  expect(await removeLostKeys(world.db, parts)).toBe(0);
  expect((await statusOf(ana)).Since).not.toBeNull();
});

test('[A8] so does a passkey, and logging in with the second factor', async () => {
  const ana = await world.withPasskey({ isSynced: true });
  await confirmed(ana);
  const passkey = ana.passkey.answer(await challengeFor(ana, 'cancel_removal'));
  expect((await ana.post('/api/second-key/removal/cancel', { passkey })).statusCode).toBe(204);
  await confirmed(ana);
  const { ticket } = (await world.logIn(ana)).json().details;
  await post('/auth/second-key', { ticket, recovery: ana.recoveryCodes[0] });
  expect((await statusOf(ana)).Removal).toBeNull();
});

test('[A8] password and mailbox alone gain an attacker nothing for seventy-two hours', async () => {
  const ana = await world.withApp('500');
  await confirmed(ana);
  const { ticket } = (await world.logIn(ana)).json().details;
  expect((await post('/auth/second-key', { ticket })).json().code).toBe('second_key_required');
  const body = { amount: 100, user: ana.id, currency: 'usdt' };
  expect((await ana.post('/api/withdraw', body)).json().code).toBe('second_key_required');
  expect((await ana.post('/api/second-key/remove', { proof: { password } })).json().code).toBe('second_key_required');
});

test('[R1] [R2] the operator sees a second factor and removes it, with a recorded reason; sessions end, withdrawals close', async () => {
  const ana = await world.withApp('500');
  const shown = await lastroOf(world)('customer second-key --json', ana.email);
  expect([shown.exit, JSON.parse(shown.out)]).toEqual([
    0,
    expect.objectContaining({ id: ana.id, app: true, passkeys: 0, recoveryCodesLeft: 10, removal: null }),
  ]);
  expect(await lastAction(world)).toMatchObject({ action: 'customer second-key', details: { customer: ana.id } });

  const reason = 'identified by phone';
  const removed = await lastroOf(world)('customer remove-second-key --json', ana.email, '--reason', reason);
  expect(removed.exit).toBe(0);
  expect(await lastAction(world)).toMatchObject({
    action: 'customer remove-second-key',
    details: { customer: ana.id, reason },
  });
  expect(await isIn(ana)).toBe(false);
  const { token } = (await world.logIn(ana)).json();
  const body = { amount: 100, user: ana.id, currency: 'usdt' };
  const answer = await world.ask({ method: 'POST', url: '/api/withdraw', headers: { authorization: token }, body });
  expect(answer.json().code).toBe('withdrawals_closed');
  expect((await lastroOf(world)('customer remove-second-key', ana.email, '--reason', reason)).exit).toBe(1);
});
