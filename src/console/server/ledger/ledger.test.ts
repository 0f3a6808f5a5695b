import { dayIn } from '#platform/server/span.ts';
import { changeAmount } from '#ledger/server/testing/change-amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { roles } from '#staff/roles.ts';
import type { StaffJournal } from '#console/ledger-contract.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from '../testing/brokerage-console-world.ts';
import type { TestMember } from '../testing/console-world.ts';

let world: BrokerageConsoleWorld;
let payer: TestMember;
let checker: TestMember;
let ana: TestInvestor;
let deposit: string;
beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  payer = await world.member('payments', { name: 'Paula' });
  checker = await world.member('treasury', { name: 'Carlos' });
  ana = await world.investor({ isEmailConfirmed: true });
  deposit = await world.transfer('deposit', ana, 400);
  await ana.post('/api/stake', { amount: 300, time_stake: 60 });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const searchUrl = '/console/ledger/search';
const search = async (asked: object): Promise<StaffJournal[]> =>
  (await payer.post(searchUrl, asked)).json<StaffJournal[]>();
const kinds = async (asked: object) => (await search(asked)).map(({ Kind }) => Kind);
const chain = async (number: number) => (await payer.get(`/console/ledger/journals/${ana.id}/${number}`)).json();

test('[R6] finds a journal by owner, account, kind, days, reference, amount and key', async () => {
  const own = { customer: ana.id };
  const day = dayIn('America/Sao_Paulo', new Date((await search(own))[0]?.At ?? ''));
  expect(await kinds(own)).toEqual(['stake_opened', 'deposit_settled']);
  expect(await kinds({ customer: ana.email.toUpperCase() })).toEqual(['stake_opened', 'deposit_settled']);
  expect(await kinds({ customer: 'nobody@example.com' })).toEqual([]);
  expect(await kinds({ customer: crypto.randomUUID() })).toEqual([]);
  expect(await kinds({ ...own, kind: 'deposit_settled' })).toEqual(['deposit_settled']);
  expect(await kinds({ ...own, account: 'invested' })).toEqual(['stake_opened']);
  expect(await kinds({ ...own, account: 'brokerage' })).toEqual(['deposit_settled']);
  expect(await kinds({ ...own, account: 'brokerage', min: '401' })).toEqual([]);
  expect(await kinds({ ...own, from: day, until: day })).toHaveLength(2);
  expect(await kinds({ ...own, until: '2001-01-01' })).toEqual([]);
  expect(await kinds({ ...own, from: '2099-01-01' })).toEqual([]);
  expect(await kinds({ reference: deposit })).toEqual(['deposit_settled']);
  expect(await kinds({ key: `deposit:${deposit}:settled` })).toEqual(['deposit_settled']);
  expect(await kinds({ ...own, min: '350' })).toEqual(['deposit_settled']);
  expect(await kinds({ ...own, min: '10', max: '310' })).toEqual(['stake_opened']);
  expect(await kinds({ from: day })).toEqual(expect.arrayContaining(['stake_opened', 'deposit_settled']));
  expect((await search(own))[1]).toMatchObject({
    Number: 1,
    Customer: { Email: ana.email },
    Legs: [{ From: 'brokerage', To: 'balance', Amount: 400 }],
  });
});

test('[R6] a search without a customer reads no more than a month at a time', async () => {
  const day = (ago: number): string => dayIn('America/Sao_Paulo', new Date(Date.now() - ago * 86_400_000));
  const asked = async (body: object) => {
    const answer = await payer.post(searchUrl, body);
    return answer.statusCode === 200 ? answer.json<object[]>().length : answer.json<{ code: string }>().code;
  };
  expect(await asked({ from: day(30), key: 'x' })).toBe(0);
  expect(await asked({ from: day(30), until: day(1), min: '999999999' })).toBe(0);
  expect(await asked({ until: day(400), kind: 'stake_opened' })).toBe(0);
  expect(await asked({ from: day(40) })).toBe('too_many_days');
  expect(await asked({ from: day(400), until: day(300), account: 'fees' })).toBe('too_many_days');
  expect(await asked({ from: day(400), customer: ana.id, account: 'fees' })).toBe(0);
});

test('[R5] a search of the books records whose they were, not what was typed', async () => {
  await search({ customer: ana.email, account: 'balance' });
  const [last] = await world.db.query(`SELECT action, details FROM actions ORDER BY number DESC LIMIT 1`);
  const details = { customer: ana.id, account: 'balance', customers: ana.id };
  expect(last).toEqual({ action: 'ledger look', details });
});

test('[R6] a page continues where the previous one ended', async () => {
  for (let n = 0; n < 101; n += 1) await fundTreasury(world.db, usd('1'), 'tests');
  const [last] = await world.db.query<{ day: string }>(
    `SELECT to_char(max(happened_at) AT TIME ZONE house_zone(), 'YYYY-MM-DD') AS day FROM ledger.journals WHERE kind = 'treasury_funded'`,
  );
  const seen: string[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await payer.post(searchUrl, { from: last?.day, until: last?.day, ...(after && { after }) });
    seen.push(...page.json<StaffJournal[]>().map(({ Key }) => Key));
    after = /after=([\w-]+)/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  expect(seen.length).toBeGreaterThan(100);
  expect(new Set(seen).size).toBe(seen.length);
});

test('[R6] a journal is shown with its chain, its hash recomputed', async () => {
  expect(await chain(1)).toMatchObject({
    Key: `deposit:${deposit}:settled`,
    Holds: true,
    Before: null,
    Next: { Number: 2, Kind: 'stake_opened' },
    Reversible: true,
    ReversedBy: null,
  });
  expect(await chain(2)).toMatchObject({ Holds: true, Before: { Number: 1 }, Next: null, Reversible: false });
  const owner = (sql: string) => askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${sql}`);
  await owner(changeAmount(`owner = '${ana.id}' AND number = 1`));
  expect(await chain(1)).toMatchObject({ Holds: false });
  await owner(changeAmount(`owner = '${ana.id}' AND number = 1`, '- 1'));
  expect((await payer.get(`/console/ledger/journals/${ana.id}/99`)).statusCode).toBe(404);
});

test('[R4] [R6] a reversal takes two people and is shown on both journals', async () => {
  const bia = await world.investor();
  const id = await world.transfer('deposit', bia, 50);
  const key = `deposit:${id}:settled`;
  const asked = await payer.act('ledger reverse', [key], { reason: 'credited twice' }, 'credited twice');
  const { Request } = asked.json<{ Request: { Id: string } }>();
  expect(await bia.balance()).toBe(50);
  await checker.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
  expect(await bia.balance()).toBe(0);
  const of = async (number: number) => (await payer.get(`/console/ledger/journals/${bia.id}/${number}`)).json();
  expect(await of(1)).toMatchObject({ ReversedBy: `reversed:${key}`, Reversible: false, Reason: 'credited twice' });
  expect(await of(2)).toMatchObject({ Reverses: key, Reason: 'credited twice', Holds: true, Kind: 'reversed_deposit' });
});

test('[R3] the books are open to the roles that work with them, and never without a session', async () => {
  const one = `/console/ledger/journals/${ana.id}/1`;
  for (const role of roles) {
    const isOurs = ['payments', 'treasury', 'compliance', 'auditor'].includes(role);
    const member = await world.member(role);
    const answers = [await member.get(one), await member.post(searchUrl)].map(({ statusCode }) => statusCode);
    expect([role, answers]).toEqual([role, isOurs ? [200, 200] : [403, 403]]);
  }
  expect((await world.askConsole({ method: 'GET', url: one })).statusCode).toBe(401);
  const asked = { method: 'POST', url: searchUrl, headers: { console: '1' }, body: {} } as const;
  expect((await world.askConsole(asked)).statusCode).toBe(401);
});

test.each([
  { kind: 'X' },
  { account: 'purse' },
  { from: '2026-02-30' },
  { until: 'today' },
  { reference: '1' },
  { key: '%00' },
  { key: 'x'.repeat(201) },
  { customer: 'x'.repeat(255) },
  { customer: 'a\0b' },
  { min: '-1' },
  { max: 'ten' },
  { day: '2026-01-01' },
  { after: 'eA' },
  { after: Buffer.from('2026-99-99 00:00:00+00|ffffffff-ffff-ffff-ffff-ffffffffffff|1').toString('base64url') },
])('[R6] a search for %o is refused', async (asked) => {
  expect((await payer.post(searchUrl, asked)).statusCode).toBe(422);
});

test.each(['x/1', `${crypto.randomUUID()}/0`, `${crypto.randomUUID()}/${'9'.repeat(19)}`])(
  '[R6] the journal %s is refused',
  async (path) => {
    expect((await payer.get(`/console/ledger/journals/${path}`)).statusCode).toBe(422);
  },
);
