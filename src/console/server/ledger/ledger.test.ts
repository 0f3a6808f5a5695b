import { afterAll, beforeAll, expect, test } from 'vitest';
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

const search = async (query: string): Promise<StaffJournal[]> =>
  (await payer.get(`/console/ledger/journals?${query}`)).json<StaffJournal[]>();
const kinds = async (query: string) => (await search(query)).map(({ Kind }) => Kind);
const chain = async (number: number) => (await payer.get(`/console/ledger/journals/${ana.id}/${number}`)).json();

test('[R6] a journal is found by whose it is, kind, day, reference, amount and key', async () => {
  const own = `customer=${ana.id}`;
  const day = (await search(own))[0]?.At.slice(0, 10) ?? '';
  expect(await kinds(own)).toEqual(['stake_opened', 'deposit_settled']);
  expect(await kinds(`${own}&kind=deposit_settled`)).toEqual(['deposit_settled']);
  expect(await kinds(`${own}&day=${day}`)).toHaveLength(2);
  expect(await kinds(`${own}&day=2001-01-01`)).toEqual([]);
  expect(await kinds(`reference=${deposit}`)).toEqual(['deposit_settled']);
  expect(await kinds(`key=deposit:${deposit}:settled`)).toEqual(['deposit_settled']);
  expect(await kinds(`${own}&min=350`)).toEqual(['deposit_settled']);
  expect(await kinds(`${own}&min=10&max=310`)).toEqual(['stake_opened']);
  expect(await kinds(`day=${day}`)).toEqual(expect.arrayContaining(['stake_opened', 'deposit_settled']));
  expect((await search(own))[1]).toMatchObject({
    Number: 1,
    Customer: { Email: ana.email },
    Legs: [{ From: 'brokerage', To: 'balance', Amount: 400 }],
  });
});

test('[R6] a page goes on where the one before ended', async () => {
  const [spread] = await world.db.query<{ day: string }>(
    `SELECT to_char(max(happened_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM ledger.journals WHERE kind = 'treasury_received'`,
  );
  const seen: string[] = [];
  for (let url: string | undefined = `/console/ledger/journals?day=${spread?.day}`; url;) {
    const page = await payer.get(url);
    seen.push(...page.json<StaffJournal[]>().map(({ Key }) => Key));
    url = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  expect(seen.length).toBeGreaterThan(100);
  expect(new Set(seen).size).toBe(seen.length);
});

test('[R6] a journal is shown with its chain, reckoned again', async () => {
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
  await owner(`UPDATE ledger.entries SET amount = amount + 1 WHERE owner = '${ana.id}' AND number = 1`);
  expect(await chain(1)).toMatchObject({ Holds: false });
  await owner(`UPDATE ledger.entries SET amount = amount - 1 WHERE owner = '${ana.id}' AND number = 1`);
  expect((await payer.get(`/console/ledger/journals/${ana.id}/99`)).statusCode).toBe(404);
});

test('[R4] [R6] a reversal takes two people, and both journals say so', async () => {
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

test('[R3] the books are read by those who work with them, and by nobody who is not in', async () => {
  for (const url of ['/console/ledger/journals', `/console/ledger/journals/${ana.id}/1`]) {
    for (const role of roles) {
      const isOurs = ['payments', 'treasury', 'compliance', 'auditor'].includes(role);
      expect([role, (await (await world.member(role)).get(url)).statusCode]).toEqual([role, isOurs ? 200 : 403]);
    }
    expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
  }
});

test.each([
  'kind=X',
  'day=2026-02-30',
  'reference=1',
  'key=%00',
  `key=${'x'.repeat(201)}`,
  'min=-1',
  'max=ten',
  'after=eA',
  `after=${Buffer.from('2026-99-99 00:00:00+00|ffffffff-ffff-ffff-ffff-ffffffffffff|1').toString('base64url')}`,
])('[R6] a search for %s is refused', async (query) => {
  expect((await payer.get(`/console/ledger/journals?${query}`)).statusCode).toBe(422);
});

test.each(['x/1', `${crypto.randomUUID()}/0`, `${crypto.randomUUID()}/${'9'.repeat(19)}`])(
  '[R6] the journal %s is refused',
  async (path) => {
    expect((await payer.get(`/console/ledger/journals/${path}`)).statusCode).toBe(422);
  },
);
