import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { roles } from '#staff/roles.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let support: TestMember;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openConsoleWorld({ isLive: true });
  support = await world.member('support', { name: 'Sônia' });
  ana = await world.investor({ balance: '500.00' });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const view = (by = support, id = ana.id): Promise<Answer> => by.get(`/console/customers/${id}/view`);
const open = (by = support): Promise<Answer> => by.act('customer view', [ana.email], { reason: 'they asked for help' });
const codeOf = (answer: Answer): [number, string] => [answer.statusCode, answer.json<{ code: string }>().code];

test('[R6] a view is opened with a reason, announced to the customer, and shows what they see', async () => {
  expect(codeOf(await view())).toEqual([403, 'view_not_open']);
  expect((await open()).statusCode).toBe(200);
  const seen = (await view()).json<Record<string, unknown>>();
  expect(seen.User).toMatchObject({ Uuid: ana.id, Balance: 400 });
  expect(seen.Statement).toEqual((await ana.get('/api/statement')).json());
  expect(seen.Stakes).toMatchObject([{ Amount: 100, Status: 'in_progress' }]);
  const report = (await ana.get('/api/homereport')).json<object>();
  expect(Object.keys(seen.Report as object)).toEqual(Object.keys(report));
  const notices = (await ana.get('/api/notices')).json<{ Kind: string }[]>();
  expect(notices.map(({ Kind }) => Kind)).toEqual(['account_viewed']);
  expect(await world.db.query('SELECT kind FROM mails WHERE customer_id = $1', [ana.id])).toEqual([
    { kind: 'notices.standing' },
  ]);
  const account = await world.db.query(
    'SELECT operator, action, said_of(details) AS details FROM actions ORDER BY number DESC LIMIT 2',
  );
  expect(account).toEqual([
    { operator: 'Sônia', action: 'customer look', details: { customer: ana.id, what: 'view' } },
    { operator: 'Sônia', action: 'customer view', details: { customer: ana.id, reason: 'they asked for help' } },
  ]);
});

test('[R6] a view is open only to whoever opened it, and only for that customer', async () => {
  const bia = await world.investor();
  expect(codeOf(await view(support, bia.id))).toEqual([403, 'view_not_open']);
  expect(codeOf(await view(await world.member('support')))).toEqual([403, 'view_not_open']);
  expect((await view(support, randomUUID())).statusCode).toBe(404);
  expect((await view(support, 'x')).statusCode).toBe(422);
});

test.each(roles)('[R3] as %s', async (role) => {
  const member = await world.member(role);
  const may = role === 'support' || role === 'compliance';
  expect((await open(member)).statusCode).toBe(may ? 200 : 403);
  expect((await view(member)).statusCode).toBe(may ? 200 : 403);
});

test('[R3] a view is refused without a session, and with the customer’s own token', async () => {
  const url = `/console/customers/${ana.id}/view`;
  const headers = { authorization: `Bearer ${ana.token}` };
  expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
  expect((await world.askConsole({ method: 'GET', url, headers })).statusCode).toBe(401);
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const answer = await world.askConsole({ method, url, headers: { cookie: support.cookie, console: '1' } });
    expect([method, answer.statusCode]).toEqual([method, 404]);
  }
});
