import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { roles } from '#staff/roles.ts';
import type { OwedPosition, Treasury } from '#console/treasury-contract.ts';
import type { Today } from '#console/today-contract.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let marta: TestMember;
let carlos: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld({ treasury: '0', isLive: true });
  marta = await world.member('treasury', { name: 'Marta' });
  carlos = await world.member('treasury', { name: 'Carlos' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const read = async (): Promise<Treasury> => (await marta.get('/console/treasury')).json<Treasury>();

async function together(command: string, words: string[], options: Record<string, string> = {}): Promise<string> {
  const asked = await marta.act(command, words, options, 'the month begins');
  const { Request } = asked.json<{ Request: { Id: string } }>();
  const answer = await carlos.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
  return answer.json<{ State: string }>().State;
}

test('[R6] shows what is left, what is promised by product and month, how long it lasts, and who funded it', async () => {
  expect(await together('treasury fund', ['1000'])).toBe('done');
  const ana = await world.investor({ balance: '600.00' });
  for (const time_stake of [60, 365])
    await ana.post('/api/stake', { amount: time_stake === 60 ? 300 : 50, time_stake });
  expect(await together('treasury draw', ['100'], { reason: 'not needed' })).toBe('done');
  const shown = await read();
  expect(shown).toMatchObject({
    Left: 675,
    Free: 675,
    Promised: 225,
    AwardsOwed: 0,
    Awards: 0,
    Pace: 7.5,
    RunwayDays: 90,
  });
  expect(shown.Products.find(({ Product }) => Product === 'stake')).toMatchObject({ Positions: 2, Principal: 350 });
  expect(shown.Months).toHaveLength(2);
  expect(shown.Months.map(({ Promised }) => Promised)).toEqual([75, 150]);
  expect(shown.Funding).toMatchObject([
    { Amount: -100, By: 'Marta, Carlos', Reason: 'not needed' },
    { Amount: 1000, By: 'Marta, Carlos' },
  ]);
  const tooMuch = await marta.act('treasury draw', ['675.01'], { reason: 'too much' }, 'too much');
  expect(tooMuch.json()).toMatchObject({ code: 'refused' });
});

test('[R6] lists the positions behind what is owed, by month, by product and by the days ahead', async () => {
  const shown = await read();
  const listed = async (query = '') => (await marta.get(`/console/treasury/positions?${query}`)).json<OwedPosition[]>();
  for (const { Month, ...owed } of shown.Months) {
    const rows = await listed(`month=${Month}`);
    expect(rows.map(({ Principal, Promised, Result }) => ({ Positions: 1, Principal, Promised, Result }))).toEqual([
      owed,
    ]);
    expect(rows[0]?.End.slice(0, 7)).toBe(Month);
  }
  expect((await listed('product=stake')).map(({ Principal }) => Principal)).toEqual([300, 50]);
  expect(await listed('product=copytrade')).toEqual([]);
  expect((await listed('days=61')).map(({ Principal }) => Principal)).toEqual([300]);
  expect(await listed('days=59')).toEqual([]);
  const [{ Customer }] = (await listed('days=61')) as [OwedPosition];
  const theirs = await listed(`customer=${Customer.Id}`);
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirs.every((row) => row.Customer.Id === Customer.Id)).toBe(true);
  expect(await listed(`customer=${marta.id}`)).toEqual([]);
  const [{ details }] = (await world.db.query<{ details: object }>(
    `SELECT details FROM actions WHERE action = 'treasury look' AND details ->> 'product' = 'stake'`,
  )) as [{ details: object }];
  expect(details).toMatchObject({ product: 'stake', rows: 2 });
  for (const bad of ['month=2026-13', 'month=2026', 'product=x', 'days=0', 'customer=x', 'after=x'])
    expect([bad, (await marta.get(`/console/treasury/positions?${bad}`)).statusCode]).toEqual([bad, 422]);
});

test('[R6] a what-if computes what more stakes would promise by the rule that promises it', async () => {
  const ask = async (query: string) => marta.get(`/console/treasury/what-if?${query}`);
  expect((await ask('stakes=10&days=180&amount=20')).json()).toMatchObject({
    Rate: 140,
    ProfitEach: 28,
    Profit: 280,
    Principal: 200,
    Left: 675,
    LeftThen: 395,
    Most: 24,
  });
  expect((await ask('stakes=1000&days=180&amount=100')).json()).toMatchObject({ LeftThen: 675 - 140_000 });
  expect((await ask('stakes=1&days=31&amount=100')).statusCode).toBe(422);
  for (const bad of [
    '',
    'stakes=0&days=30&amount=1',
    'stakes=1&days=30&amount=-1',
    'stakes=1e3&days=30&amount=1',
    'stakes=1&days=30&amount=1.001',
  ])
    expect((await ask(bad)).statusCode).toBe(422);
});

test('[R3] the treasury is visible to treasury and auditor, and never without a session', async () => {
  const ways = [
    '/console/treasury',
    '/console/treasury/positions',
    '/console/treasury/what-if?stakes=1&days=30&amount=10',
  ];
  for (const role of roles) {
    const member = await world.member(role);
    for (const url of ways) {
      const isOurs = role === 'treasury' || role === 'auditor';
      expect([role, (await member.get(url)).statusCode]).toEqual([role, isOurs ? 200 : 403]);
    }
  }
  for (const url of [...ways, '/console/today'])
    expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
});

test('[R6] today shows each role what is pending and late in its own work', async () => {
  await world.member('payments');
  await marta.act('treasury fund', ['1'], {}, 'another one');
  const today = async (member: TestMember) => (await member.get('/console/today')).json<Today>();
  const mine = await today(marta);
  expect(mine).toMatchObject({
    Requests: { Mine: 1, ToDecide: 0 },
    Treasury: { Left: 675 },
    Transfers: { Open: 0 },
    Audit: null,
  });
  expect((await today(carlos)).Requests).toMatchObject({ Mine: 0, ToDecide: 1 });
  expect(mine.Alarms).toContain('audit_late');

  expect((await carlos.act('books audit', [], { brokerage: 'no' })).statusCode).toBe(200);
  expect(await today(carlos)).toMatchObject({ Audit: { By: 'Carlos', Findings: 0, Compared: false } });
  expect((await today(carlos)).Alarms).toContain('audit_not_compared');

  const support = await today(await world.member('support'));
  expect(support).toMatchObject({ Treasury: null, Rate: null, Audit: null, Transfers: { Overdue: 0 } });
  expect(await today(await world.member('admin'))).toMatchObject({
    Treasury: null,
    Transfers: null,
    Rate: null,
    Audit: null,
  });
});

test('[R6] an overdue transfer raises an alarm', async () => {
  const ana = await world.investor();
  await world.db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, queued_at)
     VALUES (gen_random_uuid(), $1, 'deposit', 1000000, 'usdt', 1000000, 0, 1000000, 'unknown', $2, now() - interval '20 minutes')`,
    [ana.id, world.now],
  );
  const shown = (await carlos.get('/console/today')).json<Today>();
  expect(shown.Transfers).toMatchObject({ Open: 1, Overdue: 1, Unknown: 1, OldestMinutes: 20 });
  expect(shown.Alarms).toEqual(expect.arrayContaining(['transfers_overdue', 'transfers_unknown']));
});

test('[R6] positions beyond one page come in pages, each once, the soonest to end first', async () => {
  const bia = await world.investor({ balance: '5000.00' });
  await together('treasury fund', ['1000']);
  for (let made = 0; made < 51; made += 1) await bia.post('/api/stake', { amount: 50, time_stake: 30 });
  const seen: OwedPosition[] = [];
  let url: string | undefined = '/console/treasury/positions';
  while (url) {
    const answer = await marta.get(url);
    seen.push(...answer.json<OwedPosition[]>());
    url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  expect([seen.length, new Set(seen.map(({ Id }) => Id)).size]).toEqual([53, 53]);
  expect(seen.map(({ End }) => End)).toEqual(seen.map(({ End }) => End).toSorted());
});

test('[R4] [R6] of two requests to draw all that is free, the one approved first succeeds', async () => {
  const shown = await lastroOf(world)('treasury draw 999999999 --reason', 'to learn what is free');
  const free = /left to promise: ([\d.]+) USD/.exec(shown.err)?.[1] ?? '';
  const states = [];
  const asked = [];
  for (const reason of ['one', 'other']) {
    const answer = await marta.act('treasury draw', [free], { reason }, 'not needed');
    asked.push(answer.json<{ Request: { Id: string } }>().Request.Id);
  }
  for (const id of asked) {
    const agreed = await carlos.post(`/console/requests/${id}/approve`, { reason: 'agreed' });
    states.push(agreed.json<{ State: string }>().State);
  }
  expect(states).toEqual(['done', 'failed']);
  await together('treasury fund', [free]);
});
