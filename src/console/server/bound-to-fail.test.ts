import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { letExpire } from './testing/let-expire.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

let world: ConsoleWorld;
let [payer, admin, other, desk] = [] as unknown as [TestMember, TestMember, TestMember, TestMember];
beforeAll(async () => {
  world = await openConsoleWorld();
  payer = await world.member('payments');
  admin = await world.member('admin');
  other = await world.member('admin');
  desk = await world.member('desk');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const why = 'as agreed';
type Answered = { code?: string; details?: { reason?: string }; Request?: { Id: string } };

async function ask(by: TestMember, command: string, words: string[], options = {}): Promise<Answered> {
  return (await by.act(command, words, options, why)).json<Answered>();
}
const idOf = async (asked: Promise<Answered>): Promise<string> => (await asked).Request?.Id ?? '';
const approve = (by: TestMember, id: string) => by.post(`/console/requests/${id}/approve`, { reason: 'agreed' });

/** A withdrawal that waits for approval. */
async function withdrawal(): Promise<{ id: string; email: string }> {
  const who = await world.investor({ balance: '50', isEmailConfirmed: true });
  await world.db.query(`UPDATE customers SET phone_changed_at = now() WHERE id = $1`, [who.id]);
  const answer = await who.post('/api/withdraw', { amount: 20, user: who.id, currency: 'usdt' });
  return { id: answer.json<{ Id: string }>().Id, email: who.email };
}

describe('[R8] what is bound to fail', () => {
  test('is not asked for: a frozen customer’s withdrawal, and whatever else the command would refuse', async () => {
    const { id, email } = await withdrawal();
    await lastroOf(world)('customer freeze', email, '--reason', 'a test');
    expect(await ask(payer, 'withdrawals approve', [id])).toMatchObject({
      code: 'refused',
      details: { reason: 'frozen' },
    });
    for (const [by, command, words, options] of [
      [payer, 'withdrawals approve', [uuidv7()], {}],
      [payer, 'ledger reverse', ['nothing'], { reason: 'a test' }],
      [payer, 'rates accept', [], { reason: 'a test' }],
      [payer, 'customer unfreeze', ['nobody@example.com'], { reason: 'a test' }],
      [admin, 'staff role', ['nobody@staff.example', 'desk'], {}],
      [admin, 'staff disable', ['nobody@staff.example'], { reason: 'a test' }],
      [admin, 'staff reset', ['nobody@staff.example'], { reason: 'a test' }],
      [desk, 'settings withdraw', ['999'], {}],
    ] as const)
      expect([command, await ask(by, command, [...words], options)]).toEqual([
        command,
        expect.objectContaining({ code: 'refused' }),
      ]);
  });

  test('by the time of the decision is not approved: it ends with the reason, and nobody decided on it', async () => {
    const { id, email } = await withdrawal();
    const request = await idOf(ask(payer, 'withdrawals approve', [id]));
    const seen = async (by: TestMember) =>
      (await by.get(`/console/requests/${request}`)).json<{ State: string; Problem: string | null }>();
    expect(await seen(admin)).toMatchObject({ State: 'waiting', Problem: null });
    await lastroOf(world)('customer freeze', email, '--reason', 'a test');
    expect(await seen(admin)).toMatchObject({
      State: 'waiting',
      Problem: 'O cliente está congelado: nada dele sai.',
    });
    expect(await seen(payer)).toMatchObject({ State: 'waiting', Problem: null });
    const answer = await approve(admin, request);
    expect(answer.json()).toMatchObject({
      State: 'failed',
      Decider: null,
      Result: { Lines: [expect.stringContaining('is frozen')], Json: { code: 'refused', reason: 'frozen' } },
    });
    expect((await approve(other, request)).json()).toMatchObject({ code: 'request_over' });
    expect((await world.db.query('SELECT state FROM broker_transfers WHERE id = $1', [id]))[0]).toEqual({
      state: 'awaiting_approval',
    });
  });

  test('asking leaves no trace of the rehearsal', async () => {
    const { id } = await withdrawal();
    const last = async () =>
      (await world.db.query<{ number: bigint }>('SELECT number FROM action_chain'))[0]?.number ?? 0n;
    const before = await last();
    const request = await idOf(ask(payer, 'withdrawals approve', [id]));
    expect(await last()).toBe(before + 1n);
    expect((await approve(admin, request)).json()).toMatchObject({ State: 'done' });
  });
});

describe('[R8] the same is asked for once at a time', () => {
  test('a withdrawal, however its id is typed, until the request is over', async () => {
    const { id } = await withdrawal();
    const first = await idOf(ask(payer, 'withdrawals approve', [id]));
    const colleague = await world.member('payments');
    const answers = await Promise.all(
      [id, id.toUpperCase()].map(async (typed) => (await ask(colleague, 'withdrawals approve', [typed])).code),
    );
    expect(answers).toEqual(['already_asked', 'already_asked']);
    await admin.post(`/console/requests/${first}/refuse`, { reason: 'not yet' });
    const second = await idOf(ask(colleague, 'withdrawals approve', [id]));
    await letExpire(world, second);
    const race = await Promise.all([
      ask(payer, 'withdrawals approve', [id]),
      ask(colleague, 'withdrawals approve', [id]),
    ]);
    expect(race.filter(({ code }) => code === 'already_asked')).toHaveLength(1);
  });

  test('a setting, a person and a product', async () => {
    const { email } = await world.member('support');
    for (const [by, command, words, options] of [
      [admin, 'settings set', ['auth.registrations_per_hour', '7'], {}],
      [admin, 'staff role', [email, 'desk'], {}],
      [admin, 'staff disable', [email], { reason: 'a test' }],
      [desk, 'copytrade open', [], {}],
    ] as const) {
      const ids = [await ask(by, command, [...words], options), await ask(by, command, [...words], options)];
      expect([command, ids[1]?.code]).toEqual([command, 'already_asked']);
    }
  });
});

describe('[R8] an approval replaces only what stood there when it was asked for', () => {
  test('a setting: the request shows both values, and fails when another came between', async () => {
    const known = 'network.bonus_percent';
    const request = await idOf(ask(admin, 'settings set', [known, '4']));
    expect((await other.get(`/console/requests/${request}`)).json()).toMatchObject({
      Params: { key: known, value: '4', was: '5' },
    });
    expect((await lastroOf(world)(`settings set ${known} 3`)).exit).toBe(0);
    expect((await approve(other, request)).json()).toMatchObject({
      State: 'failed',
      Result: { Json: { reason: 'changed_meanwhile' } },
    });
    const again = await idOf(ask(admin, 'settings set', [known, '4']));
    expect((await approve(other, again)).json()).toMatchObject({ State: 'done' });
    expect((await lastroOf(world)(`settings set ${known} 5 --was 3`)).err).toContain('is 4 by now');
  });

  test('a planned change, and a person’s role', async () => {
    const [first, second] = [20, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()) as [
      string,
      string,
    ];
    const planned = await idOf(ask(admin, 'settings schedule', ['network.bonus_percent', '2'], { from: second }));
    expect((await lastroOf(world)(`settings schedule network.bonus_percent 3 --from ${first}`)).exit).toBe(0);
    const member = await world.member('support');
    const moved = await idOf(ask(admin, 'staff role', [member.email, 'desk']));
    expect((await lastroOf(world)(`staff role ${member.email} auditor`)).exit).toBe(0);
    for (const id of [planned, moved])
      expect((await approve(other, id)).json()).toMatchObject({
        State: 'failed',
        Result: { Json: { reason: 'changed_meanwhile' } },
      });
  });
});

test('[R8] one person of a role is enough: the admin may decide, the request names who may, and others are told why they may not', async () => {
  const { id } = await withdrawal();
  const request = await idOf(ask(payer, 'withdrawals approve', [id]));
  expect((await admin.get('/console/requests?state=open')).json()).toContainEqual(
    expect.objectContaining({ Id: request, Mine: 'decide', Deciders: ['payments', 'admin'] }),
  );
  const answer = await desk.get(`/console/requests/${request}`);
  expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ code: 'role_may_not' })]);
  // Deciding is not asking: the admin moves no money.
  expect((await admin.act('withdrawals approve', [id], {}, why)).json()).toMatchObject({ code: 'role_may_not' });
  expect((await approve(admin, request)).json()).toMatchObject({ State: 'done' });
});

test('[R1] a customer frozen before any money came is no finding of a later audit that reads everything', async () => {
  const { email } = await world.investor();
  expect((await lastroOf(world)('customer freeze', email, '--reason', 'a test')).exit).toBe(0);
  for (const how of ['', '', '--whole']) {
    const { exit, out, err } = await lastroOf(world)(`books audit --brokerage no ${how}`);
    expect([how, exit, out, err]).toEqual([how, 0, expect.stringContaining('balance'), '']);
  }
});
