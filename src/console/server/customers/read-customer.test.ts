import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { roles } from '#staff/roles.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let support: TestMember;
let ana: TestInvestor;
let bia: TestInvestor;

beforeAll(async () => {
  world = await openConsoleWorld({ isLive: true });
  support = await world.member('support');
  const sponsor = await world.investor({ name: 'Paula Patrocina' });
  ana = await world.investor({ name: 'Ana <b>Lima</b>', balance: '500.00', broughtBy: sponsor });
  bia = await world.investor({ balance: '70.00', broughtBy: ana });
  for (const amount of [100, 50, 20]) await ana.post('/api/stake', { amount, time_stake: 30 });
  await lastroOf(world)('customer freeze', ana.email, '--reason', 'a call of their bank');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const look = (what = '', of = ana, by = support): Promise<Answer> => by.get(`/console/customers/${of.id}${what}`);

test('[R6] the page shows who a customer is, what they hold, how they log in, and who referred them', async () => {
  expect((await look()).json()).toMatchObject({
    Id: ana.id,
    Name: 'Ana <b>Lima</b>',
    Email: ana.email,
    Accounts: { Balance: 330, Invested: 170 },
    Frozen: { Since: expect.any(String), Until: null },
    SecondFactor: { Since: null, App: false, Passkeys: 0 },
    Network: { Sponsor: { Name: 'Paula Patrocina' }, Direct: 1, All: 1 },
    Counts: { Positions: 3, Sessions: 1, Notes: 0 },
    Figures: [
      { Figure: 'wealth' },
      { Figure: 'earnings', Value: 0 },
      { Figure: 'balance', Value: 330 },
      { Figure: 'held', Value: 0 },
    ],
  });
});

test('[R6] every figure of the page has the explanation that the customer sees, and the entries behind it', async () => {
  const { Figures } = (await look()).json<{ Figures: { Figure: string; Value: number }[] }>();
  for (const { Figure, Value } of Figures) {
    const why = (await look(`/explanations/${Figure}`)).json<{ Shown: number }>();
    expect([Figure, why.Shown]).toEqual([Figure, Value]);
    const theirs = await ana.get(`/api/explanations/${ana.id}/${Figure}`);
    // Accruals have grown by the time of the second request.
    const passing = { At: expect.any(String), Value: expect.closeTo(why.Shown, 2) };
    expect(why).toMatchObject({ ...theirs.json<object>(), ...passing });
  }
  const postings = (await look('/explanations/balance/postings')).json<
    { From: string; To: string; Amount: number }[]
  >();
  const sum = postings.reduce(
    (all, { From, To, Amount }) => all + (To === 'balance' ? Amount : From === 'balance' ? -Amount : 0),
    0,
  );
  expect(sum).toBe(330);
  expect((await look('/explanations/nothing')).statusCode).toBe(404);
});

test('[R6] a figure that sums others lists each of them, and an accrued one lists its positions', async () => {
  interface Why {
    Shown: number;
    PartValues: { Figure: string; Value: number }[];
  }
  const { Shown, PartValues } = (await look('/explanations/wealth')).json<Why>();
  expect(PartValues.map(({ Figure }) => Figure)).toEqual(
    expect.arrayContaining(['balance', 'stake-wealth', 'copytrade-wealth', 'vault-wealth', 'primezord-wealth']),
  );
  expect(PartValues.reduce((all, { Value }) => all + Value, 0)).toBeCloseTo(Shown, 6);
  expect((await look('/explanations/balance')).json<Why>().PartValues).toEqual([]);

  await world.db.query('UPDATE sandbox_clock SET ahead_ms = 3 * 86400000');
  const figure = (await look('/explanations/stake-accrued')).json<{ Value: number }>();
  const rows = (await look('/explanations/stake-accrued/accruals')).json<{ Amount: number; Value: number }[]>();
  expect(rows.map(({ Amount }) => Amount)).toEqual([20, 50, 100]);
  expect(rows.every(({ Value }) => Value > 0)).toBe(true);
  // Accruals have grown by the time of the second request.
  expect(rows.reduce((all, { Value }) => all + Value, 0)).toBeCloseTo(figure.Value, 2);
  for (const none of ['balance', 'wealth', 'nothing'])
    expect((await look(`/explanations/${none}/accruals`)).statusCode).toBe(404);
  await world.db.query('UPDATE sandbox_clock SET ahead_ms = 0');
});

test('[R6] positions, statement, notices, sessions, freezes, members and actions list this customer only', async () => {
  const rowsOf = async (what: string) => (await look(what)).json<Record<string, unknown>[]>();
  expect((await rowsOf('/positions')).map(({ Amount, State }) => [Amount, State])).toEqual([
    [20, 'running'],
    [50, 'running'],
    [100, 'running'],
  ]);
  expect((await rowsOf('/statement')).map(({ Amount }) => Amount)).toEqual([-20, -50, -100, 500]);
  expect((await rowsOf('/statement'))[0]).toEqual((await ana.get('/api/statement')).json<object[]>()[0]);
  expect((await rowsOf('/notices')).map(({ Kind }) => Kind)).toEqual(['account_frozen']);
  expect((await rowsOf('/members')).map(({ Id }) => Id)).toEqual([bia.id]);
  expect(await rowsOf('/freezes')).toEqual([{ From: expect.any(String), Until: null, Ended: null }]);
  expect((await look('/sessions')).json()).toMatchObject({ Sessions: [{ Id: expect.any(String) }] });
  const actions = await rowsOf('/actions');
  expect(actions.at(-1)).toMatchObject({
    Action: 'customer freeze',
    Title: 'Congelar',
    Details: { reason: 'a call of their bank' },
  });
  expect(await rowsOf('/transfers')).toEqual([]);
});

/** Running positions continue to accrue between requests. */
function asItStands(row: object): object {
  return { ...row, Profit: null, Progress: null };
}

test('[R6] lists are paginated without gaps', async () => {
  for (const what of ['positions', 'statement', 'actions']) {
    const all = (await look(`/${what}?limit=500`)).json<object[]>();
    const seen: object[] = [];
    let url: string | undefined = `/console/customers/${ana.id}/${what}?limit=2`;
    for (let page = 0; url && page < 50; page += 1) {
      const answer = await support.get(url);
      seen.push(...answer.json<object[]>());
      url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    // Reading the action log adds an entry to it, ahead of those requested.
    if (what === 'actions') expect(seen.slice(-3)).toEqual(all.slice(-3));
    else expect(seen.map(asItStands)).toEqual(all.map(asItStands));
  }
});

test('[R4] requests about a customer appear on their page', async () => {
  const payments = await world.member('payments');
  await payments.act('customer unfreeze', [ana.email.toUpperCase()], { reason: 'identified' }, 'identified by video');
  const [request] = (await look('/requests')).json<object[]>();
  expect(request).toMatchObject({ Command: 'customer unfreeze', Reason: 'identified by video', State: 'waiting' });
  expect((await look('/requests', bia)).json()).toEqual([]);
});

test('[R5] each look is recorded in the action log, with who looked and at what', async () => {
  await look('/statement', bia);
  const rows = await world.db.query(`SELECT staff_id, action, details FROM actions ORDER BY number DESC LIMIT 1`);
  expect(rows).toEqual([
    { staff_id: support.id, action: 'customer look', details: { customer: bia.id, what: 'statement' } },
  ]);
});

const lists = [
  '',
  '/positions',
  '/transfers',
  '/statement',
  '/explanations/balance',
  '/explanations/balance/postings',
  '/explanations/stake-accrued/accruals',
  '/sessions',
  '/members',
  '/notices',
  '/freezes',
  '/notes',
  '/actions',
  '/requests',
];

describe.each(lists)('[R3] GET /console/customers/:id%s', (what) => {
  test('is open to every role but the admin, and to nobody else', async () => {
    for (const role of roles) {
      const answer = await look(what, ana, await world.member(role));
      expect([role, answer.statusCode]).toEqual([role, role === 'admin' ? 403 : 200]);
    }
    const url = `/console/customers/${ana.id}${what}`;
    expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${ana.token}` };
    expect((await world.askConsole({ method: 'GET', url, headers })).statusCode).toBe(401);
    expect((await world.ask({ method: 'GET', url, headers })).statusCode).toBe(404);
  });

  test('answers 404 for an unknown id and 422 for a malformed one', async () => {
    const before = await world.db.query('SELECT number FROM action_chain');
    expect((await support.get(`/console/customers/${randomUUID()}${what}`)).statusCode).toBe(404);
    expect((await support.get(`/console/customers/x${what}`)).statusCode).toBe(422);
    expect(await world.db.query('SELECT number FROM action_chain')).toEqual(before);
  });
});

test.each([
  'positions',
  'transfers',
  'statement',
  'explanations/stake-accrued/accruals',
  'members',
  'notices',
  'notes',
  'actions',
])('[R6] the list of %s refuses an invalid cursor and an oversized page', async (what) => {
  for (const query of ['after=%00', 'after=x', 'limit=501', 'limit=-1']) {
    expect([query, (await look(`/${what}?${query}`)).statusCode]).toEqual([query, 422]);
  }
});

test('[R6] a pending change of personal details appears on the customer’s page', async () => {
  const [one, other] = [await world.member('support'), await world.member('support')];
  const rui = await world.investor();
  const corrections = async () => (await one.get(`/console/customers/${rui.id}`)).json<{ Corrections: object[] }>();
  expect((await corrections()).Corrections).toEqual([]);
  for (const wrong of ['nobody', 'a b@example.com', 'rui@sandbox.example']) {
    const refused = await one.act('customer address', [rui.email, wrong], { reason: 'a document' }, 'mistyped');
    expect([wrong, refused.statusCode, refused.json()]).toEqual([
      wrong,
      422,
      expect.objectContaining({ code: 'mistyped' }),
    ]);
  }
  const right = `right-${rui.id}@example.com`;
  const asked = await one.act('customer address', [rui.email, right], { reason: 'showed a document' }, 'mistyped');
  const { Request } = asked.json<{ Request: { Id: string } }>();
  await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
  expect((await corrections()).Corrections).toEqual([
    { Field: 'email', Becomes: right, TakesEffect: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  await one.act('customer keep-address', [rui.email], { reason: 'they objected' });
  expect((await corrections()).Corrections).toEqual([]);
});
