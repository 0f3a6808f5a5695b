import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeConsole } from '#app/server/compose-console.ts';
import { transaction } from '#database/server/transaction.ts';
import { roles } from '#staff/roles.ts';
import type { ServedCall } from '#staff/server/serve-staff.ts';
import { giveToken } from '#staff/server/staff-tokens.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

/** Every call that the console serves, against every kind of caller who is not staff; the list is the server's own. */
let world: ConsoleWorld;
let calls: readonly ServedCall[];
let own: readonly ServedCall[];
let member: TestMember;
const members = {} as Record<(typeof roles)[number], TestMember>;

beforeAll(async () => {
  world = await openConsoleWorld();
  const { app } = await composeConsole({ config: world.config, db: world.db });
  calls = app.staffCalls ?? [];
  own = calls.filter(({ shape }) => shape.access === 'staff');
  await app.close();
  member = await world.member('payments');
  for (const role of roles) members[role] = await world.member(role);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Returns the answer to a call without any valid input. */
function ask({ shape }: ServedCall, headers: Record<string, string>) {
  const url = shape.path.replace(/:\w+/g, () => randomUUID());
  const isChange = shape.method !== 'GET';
  return world.askConsole({
    method: shape.method,
    url,
    headers: { ...(isChange && { console: '1' }), ...headers },
    ...(isChange && { body: {} }),
  });
}

async function strangers(): Promise<Record<string, Record<string, string>>> {
  const ana = await world.investor();
  const ticketOf = (purpose: 'set_up' | 'second_step' | 'invitation') =>
    transaction(world.db, (tx) => giveToken(tx, member.id, purpose, 10));
  const left = await world.member('support');
  await world.askConsole({
    method: 'POST',
    url: '/console/logout',
    headers: { cookie: left.cookie, console: '1' },
    body: {},
  });
  const over = await world.member('support');
  await world.db.query(`UPDATE staff_sessions SET expires_at = now() WHERE staff_id = $1`, [over.id]);
  const unused = await world.member('support');
  await world.db.query(`UPDATE staff_sessions SET last_used_at = now() - interval '1 hour' WHERE staff_id = $1`, [
    unused.id,
  ]);
  const disabled = await world.member('support');
  await world.db.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [disabled.id]);
  const cookie = (token: string) => ({ cookie: `lastro-console=${token}` });
  return {
    nobody: {},
    'a customer’s token in the header': { authorization: ana.token },
    'a customer’s token in the cookie': cookie(ana.token),
    'a ticket for the second step': cookie(await ticketOf('second_step')),
    'a ticket for a second factor’s set-up': cookie(await ticketOf('set_up')),
    'the token of an invitation': cookie(await ticketOf('invitation')),
    'somebody who left': { cookie: left.cookie },
    'a session whose time is over': { cookie: over.cookie },
    'a session that nobody used': { cookie: unused.cookie },
    'somebody who was disabled': { cookie: disabled.cookie },
    'a token that nobody was given': cookie('A'.repeat(43)),
    'a session under the name that is for https': { cookie: `__Host-${member.cookie}` },
    'a session in a header': { authorization: member.cookie.split('=')[1] ?? '' },
    'the id of somebody': cookie(member.id),
  };
}

test('[R3] every staff call refuses every kind of stranger before looking at the input', async () => {
  expect(own.length).toBeGreaterThan(8);
  for (const [who, headers] of Object.entries(await strangers())) {
    const answers = await Promise.all(own.map((call) => ask(call, headers)));
    const wrong = answers.flatMap((answer, at) =>
      answer.statusCode === 401 && answer.json<{ code: string }>().code === 'unauthenticated'
        ? []
        : [`${own[at]?.shape.path}: ${answer.statusCode}`],
    );
    expect({ who, wrong }).toEqual({ who, wrong: [] });
  }
});

test('[R3] every call that changes something refuses requests from other sites, even with a valid cookie', async () => {
  const changes = calls.filter(({ shape }) => shape.method !== 'GET');
  expect(changes.length).toBeGreaterThan(10);
  for (const call of changes) {
    for (const from of [{ console: '' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await ask(call, { cookie: member.cookie, ...from });
      expect([call.shape.path, answer.statusCode]).toEqual([call.shape.path, 403]);
    }
  }
});

describe.each(roles)('[R3] as %s', (role) => {
  test('every call for some roles answers those roles and nobody else', async () => {
    for (const call of own.filter(({ roles: some }) => some !== null)) {
      const answer = await ask(call, { cookie: members[role].cookie });
      const isRefused = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'role_may_not';
      expect([call.shape.path, isRefused]).toEqual([call.shape.path, !call.roles?.includes(role)]);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});

test('[R3] no call of the console is served to customers', async () => {
  for (const { shape } of calls) {
    const url = shape.path.replace(/:\w+/g, () => randomUUID());
    const answer = await world.ask({
      method: shape.method,
      url,
      headers: { cookie: member.cookie, console: '1' },
      ...(shape.method !== 'GET' && { body: {} }),
    });
    expect([shape.path, answer.statusCode]).toEqual([shape.path, 404]);
  }
});

test('[R3] invalid input is refused by every call and never causes a fault', async () => {
  for (const { shape } of own) {
    const url = shape.path.replace(/:\w+/g, 'no-id');
    for (const body of [{ more: 'than asked' }, [], 'text', null]) {
      const answer = await world.askConsole({
        method: shape.method,
        url: shape.method === 'GET' ? `${url}?after=x&from=x&state=x` : url,
        headers: { cookie: (await world.again(members.auditor)).cookie, console: '1' },
        ...(shape.method !== 'GET' && { body: body as never }),
      });
      expect(answer.statusCode).toBeLessThan(500);
      if (shape.method !== 'GET' && shape.body) expect([400, 403, 415, 422]).toContain(answer.statusCode);
      if (shape.path.includes(':')) expect([403, 415, 422]).toContain(answer.statusCode);
    }
  }
});
