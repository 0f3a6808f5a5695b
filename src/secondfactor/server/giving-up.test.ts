import type { Response } from 'light-my-request';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type KeyOwner, type KeyWorld, challengeFor, openKeyWorld } from './testing/key-world.ts';

/** A session that somebody else holds gives nothing up: leaving early costs 40 %, and the bot's price does not come back. */
let world: KeyWorld;

beforeAll(async () => void (world = await openKeyWorld()));
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const told = (answer: Response): [number, string] => [answer.statusCode, answer.json().code];

async function stakeOf(owner: KeyOwner): Promise<string> {
  return (await owner.post('/api/stake', { amount: 100, time_stake: 30 })).json().Id;
}

const sent = (approval?: string) => (approval === undefined ? {} : { 'second-key-approval': approval });
const leave = (owner: KeyOwner, id: string, approval?: string) => owner.post(`/api/stake/${id}`, {}, sent(approval));
const subscribe = (owner: KeyOwner, approval?: string) => owner.post('/api/bot/subscribe', {}, sent(approval));
const approve = (owner: KeyOwner, move: object, shown: object = { code: owner.nextCode() }) =>
  owner.post('/api/second-key/approvals', { ...move, ...shown });
const approvalOf = async (owner: KeyOwner, move: object): Promise<string> => (await approve(owner, move)).json().Token;
const balanceOf = async (owner: KeyOwner): Promise<number> => (await owner.get('/api/user')).json().Balance;

test('[L11] [S7] without a second factor leaving early and subscribing need nothing more', async () => {
  const bruno = await world.owner('500');
  expect((await leave(bruno, await stakeOf(bruno))).statusCode).toBe(200);
  expect((await subscribe(bruno)).statusCode).toBe(201);
});

test('[L11] [S7] [Z1] with one, a session alone gives nothing up, and the answer lists the methods', async () => {
  const ana = await world.withApp('500');
  const id = await stakeOf(ana);
  for (const answer of [await leave(ana, id), await subscribe(ana)]) {
    expect(told(answer)).toEqual([403, 'second_key_required']);
    expect(answer.json().details).toEqual({ methods: ['app'] });
  }
  expect((await ana.get('/api/stakes')).json()).toMatchObject([{ Id: id, Status: 'in_progress' }]);
  expect([await balanceOf(ana), (await ana.get('/api/user')).json().Hasbot]).toEqual([400, false]);
});

test('[L11] [S7] approved for this position it is left, once, and a retry under its key changes nothing', async () => {
  const ana = await world.withApp('500');
  const [one, other] = [await stakeOf(ana), await stakeOf(ana)];
  const approval = await approvalOf(ana, { purpose: 'leave', position: one.toUpperCase() });
  expect(told(await leave(ana, other, approval))).toEqual([403, 'approval_invalid']);
  const headers = { ...sent(approval), 'idempotency-key': one };
  const left = await ana.post(`/api/stake/${one}`, {}, headers);
  const again = await ana.post(`/api/stake/${one}`, {}, headers);
  expect([left.statusCode, left.json()]).toEqual([200, expect.objectContaining({ Fee: 40, Refund: 60 })]);
  expect([again.statusCode, again.body]).toEqual([200, left.body]);
  expect(told(await leave(ana, other, approval))).toEqual([403, 'approval_invalid']);
  expect(await balanceOf(ana)).toBe(360);
});

test('[L11] [Z1] approved, the bot’s price is paid', async () => {
  const ana = await world.withApp('500');
  const approval = await approvalOf(ana, { purpose: 'subscribe' });
  expect((await subscribe(ana, approval)).statusCode).toBe(201);
});

test('[L11] what was approved for one thing allows no other, in no other session, and not for longer than five minutes', async () => {
  const ana = await world.withApp('500');
  const id = await stakeOf(ana);
  const leaving = { purpose: 'leave', position: id };
  const approvals = [
    await approvalOf(ana, { amount: 60, currency: 'usdt' }),
    await approvalOf(ana, { purpose: 'subscribe' }),
  ];
  for (const approval of approvals) expect(told(await leave(ana, id, approval))).toEqual([403, 'approval_invalid']);
  const { ticket } = (await world.logIn(ana)).json().details;
  const elsewhere = await world.ask({
    method: 'POST',
    url: '/auth/second-key',
    body: { ticket, code: ana.nextCode() },
  });
  const authorization = elsewhere.json<{ token: string }>().token;
  const approval = await approvalOf(ana, leaving);
  const headers = { authorization, ...sent(approval) };
  const there = await world.ask({ method: 'POST', url: `/api/stake/${id}`, body: {}, headers });
  expect(told(there)).toEqual([403, 'approval_invalid']);
  world.clock.forward(5 * 60);
  expect(told(await leave(ana, id, approval))).toEqual([403, 'approval_invalid']);
  expect(await balanceOf(ana)).toBe(400);
});

test('[L11] a passkey signs the position that is left, and no other', async () => {
  const ana = await world.withPasskey({ isSynced: true, balance: '500' });
  const [one, other] = [await stakeOf(ana), await stakeOf(ana)];
  const passkey = ana.passkey.answer(await challengeFor(ana, 'leave', { position: one }));
  const leaving = (position: string) => approve(ana, { purpose: 'leave', position }, { passkey });
  expect(told(await leaving(other))).toEqual([422, 'second_key_wrong']);
  const approved = await leaving(one);
  expect((await leave(ana, one, approved.json().Token)).statusCode).toBe(200);
});

test('[L11] nothing is given up while withdrawals are closed, and a recovery code approves nothing', async () => {
  const ana = await world.withApp('500');
  const id = await stakeOf(ana);
  const [recovery] = ana.recoveryCodes;
  expect((await approve(ana, { purpose: 'leave', position: id }, { recovery })).json().code).toBe('invalid_field');
  expect((await ana.post('/api/second-key/remove', { proof: { recovery } })).statusCode).toBe(204);
  expect(told(await leave(ana, id))).toEqual([403, 'withdrawals_closed']);
  expect(told(await subscribe(ana))).toEqual([403, 'withdrawals_closed']);
});

test('[L11] a position that has ended, or is somebody else’s, is refused as ever, and leaves the approval unused', async () => {
  const [ana, bruno] = [await world.withApp('500'), await world.owner('500')];
  const [own, theirs] = [await stakeOf(ana), await stakeOf(bruno)];
  expect(told(await leave(ana, theirs))).toEqual([404, 'not_found']);
  expect((await leave(ana, own, await approvalOf(ana, { purpose: 'leave', position: own }))).statusCode).toBe(200);
  const late = await approvalOf(ana, { purpose: 'leave', position: own });
  expect(told(await leave(ana, own, late))).toEqual([409, 'stake_not_running']);
  const unused = 'SELECT purpose FROM withdrawal_approvals WHERE customer_id = $1 AND used_at IS NULL';
  expect(await world.db.query(unused, [ana.id])).toEqual([{ purpose: `leave:${own}` }]);
});

test.each([
  { purpose: 'leave' },
  { purpose: 'leave', position: 'x' },
  { purpose: 'remove_app' },
  { purpose: 'withdrawal' },
])('[L11] refuses to approve %j', async (move) => {
  const ana = await world.withApp();
  expect((await approve(ana, move)).statusCode).toBe(422);
});
