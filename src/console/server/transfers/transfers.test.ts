import { dayIn } from '#platform/server/span.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '#staff/roles.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Reconciliation, StaffTransfer, TransferHistory } from '#console/transfers-contract.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from '../testing/brokerage-console-world.ts';
import type { TestMember } from '../testing/console-world.ts';
import { readTyped } from '#commands/server/read-values.ts';
import { lookingOf } from '#operator/server/run-declared.ts';
import { reconciliationNote } from '#wallet/server/commands/resolve-break.ts';
import { aboutWhom } from '../about-whom.ts';
import { breaks } from '#wallet/compared-day.ts';
import { readReconciliation } from './read-reconciliation.ts';

let world: BrokerageConsoleWorld;
let payer: TestMember;
let checker: TestMember;
let ana: TestInvestor;
let today: string;
beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  payer = await world.member('payments', { name: 'Paula' });
  checker = await world.member('payments', { name: 'Carlos' });
  ana = await world.investor({ balance: '1000.00', isEmailConfirmed: true });
  today = dayIn('America/Sao_Paulo', new Date());
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const list = async (query = ''): Promise<StaffTransfer[]> =>
  (await payer.get(`/console/transfers?customer=${ana.id}&${query}`)).json<StaffTransfer[]>();
const read = async (id: string): Promise<TransferHistory> =>
  (await payer.get(`/console/transfers/${id}`)).json<TransferHistory>();
const reconcile = async (day = today): Promise<Reconciliation> =>
  (await payer.get(`/console/reconciliation?day=${day}`)).json<Reconciliation>();

test('[R6] transfers are found by each of their properties, and a look is recorded', async () => {
  const deposit = await world.transfer('deposit', ana, 150);
  const withdrawal = await world.transfer('withdraw', ana, 100);
  expect(await list()).toMatchObject([
    { Id: withdrawal, Direction: 'withdrawal', Amount: 100, Fee: 2, Net: 98, State: 'settled', Overdue: false },
    { Id: deposit, Direction: 'deposit', Amount: 150, Customer: { Id: ana.id, Email: ana.email } },
  ]);
  const ids = async (query: string) => (await list(query)).map(({ Id }) => Id);
  expect(await ids('direction=deposit')).toEqual([deposit]);
  expect(await ids('currency=brl')).toEqual([]);
  expect(await ids('state=settled')).toEqual([withdrawal, deposit]);
  expect(await ids('unknown=yes')).toEqual([]);
  expect(await ids(`day=${dayIn('America/Sao_Paulo', world.now)}`)).toEqual([withdrawal, deposit]);
  expect(await ids('day=2001-01-01')).toEqual([]);
  expect((await payer.get(`/console/transfers?customer=${randomUUID()}`)).json()).toEqual([]);
  await list('state=settled');
  const [action] = await world.db.query('SELECT operator, action, details FROM actions ORDER BY number DESC LIMIT 1');
  expect(action).toMatchObject({
    operator: 'Paula',
    action: 'transfers look',
    details: { rows: 2, customers: ana.id },
  });
});

test('[R6] a transfer is shown with its steps, what is unknown and why, and its postings', async () => {
  const id = await world.lost('withdraw', ana);
  expect(await read(id)).toMatchObject({
    State: 'unknown',
    Error: 'não respondeu a tempo',
    Next: expect.any(String),
    Steps: [{ State: 'held' }, { State: 'sending', Attempts: 1 }, { State: 'unknown', Error: 'não respondeu a tempo' }],
    Postings: [
      { Kind: 'withdrawal_held', Number: expect.any(Number), Legs: [{ From: 'balance', To: 'held', Amount: 100 }] },
    ],
    ByHand: null,
  });
  expect((await list('unknown=yes')).map(({ Id }) => Id)).toEqual([id]);
  await world.db.query(`UPDATE broker_transfers SET queued_at = now() - interval '16 minutes' WHERE id = $1`, [id]);
  expect((await list('overdue=yes')).map(({ Id }) => Id)).toEqual([id]);

  const asked = await payer.act(
    'transfer settle',
    [id],
    { amount: '100', evidence: 'their statement' },
    'seen on their statement',
  );
  const { Request } = asked.json<{ Request: { Id: string } }>();
  expect((await read(id)).State).toBe('unknown');
  const done = await checker.post(`/console/requests/${Request.Id}/approve`, { reason: 'seen, too' });
  expect(done.json()).toMatchObject({ State: 'done' });
  expect(await read(id)).toMatchObject({
    State: 'settled',
    ByHand: { Outcome: 'settled', Evidence: 'their statement' },
    Postings: [{ Kind: 'withdrawal_held' }, { Kind: 'withdrawal_settled' }],
    Actions: [{ By: 'Paula, Carlos', Action: 'transfer settle' }],
  });
});

test('[R4] [R6] how it ends is asked for once at a time, and done once', async () => {
  const id = await world.lost('deposit', ana);
  const before = await ana.balance();
  const ask = async (what: string) =>
    (await payer.act(`transfer ${what}`, [id], { amount: '100', evidence: 'seen' }, 'it is known')).json<{
      code?: string;
      Request?: { Id: string };
    }>();
  const { Request } = await ask('settle');
  expect([(await ask('return')).code, (await ask('settle')).code]).toEqual(['already_asked', 'already_asked']);
  const approved = Array.from({ length: 5 }, () =>
    checker.post(`/console/requests/${Request?.Id}/approve`, { reason: 'yes' }),
  );
  const states = (await Promise.all(approved)).map((answer) => answer.json<{ State?: string }>().State);
  expect(states.filter((state) => state === 'done')).toHaveLength(1);
  expect(await ana.balance()).toBe(before + 100);
});

test('[R6] a page continues where the previous one ended', async () => {
  const bia = await world.investor();
  await world.db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
     SELECT gen_random_uuid(), $1, 'deposit', 1000000, 'usdt', 1000000, 0, 1000000, 'returned', $2::timestamptz - n * interval '1 minute', $2, NULL
     FROM generate_series(1, 120) n`,
    [bia.id, world.now],
  );
  const seen = new Set<string>();
  const sizes: number[] = [];
  for (let url: string | undefined = `/console/transfers?customer=${bia.id}`; url;) {
    const page = await payer.get(url);
    const rows = page.json<StaffTransfer[]>();
    sizes.push(rows.length);
    for (const { Id } of rows) seen.add(Id);
    url = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  expect([sizes, seen.size]).toEqual([[50, 50, 20], 120]);
});

describe('[R6] reconciliation', () => {
  test('matches a day’s transfers on both sides', async () => {
    await world.transfer('deposit', ana, 10);
    const found = await reconcile();
    expect(found.Compared).toBe(true);
    const deposits = found.Ours.find(({ Direction }) => Direction === 'deposit');
    expect(deposits?.Transfers).toBeGreaterThan(0);
    const behind = await list(`settled=${today}&direction=deposit&currency=${deposits?.Currency}`);
    expect(behind).toHaveLength(deposits?.Transfers ?? 0);
    expect(behind.reduce((all, { Amount }) => all + Amount, 0)).toBe(deposits?.Amount);
    expect(await list('settled=2001-01-01')).toEqual([]);
    // The brokerage never received those that were ended by hand.
    expect(new Set(found.Breaks.map(({ Kind }) => Kind))).toEqual(new Set(['missing_there']));
  });

  test('reports transfers only they have, and differing ones, as breaks until somebody resolves them', async () => {
    const reference = crypto.randomUUID();
    await world.sandbox.send({
      reference,
      account: ana.id,
      direction: 'to_platform',
      amount: '7',
      currency: 'USDT',
      settle_amount: '7',
    });
    const id = await world.transfer('deposit', ana, 11, {
      ...world.brokerage,
      send: async (request) => world.brokerage.send({ ...request, amount: '12', settle_amount: '12' }),
    });
    const broken = (await reconcile()).Breaks;
    expect(broken.find(({ Reference }) => Reference === reference)).toMatchObject({
      Kind: 'missing_here',
      Ours: null,
      Theirs: { Amount: 7, Currency: 'usdt', State: 'done' },
      Resolved: false,
    });
    expect(broken.find(({ Reference }) => Reference === id)).toMatchObject({
      Kind: 'other_amount',
      Transfer: id,
      Ours: { Amount: 11 },
      Theirs: { Amount: 12 },
    });

    // Notes about it, including those in a request, go when the customer is erased.
    const whose = (about: string) =>
      aboutWhom(
        lookingOf(world.parts),
        reconciliationNote,
        readTyped(reconciliationNote, { day: today, reference: about, break: 'missing_here', text: 'a test' }),
      );
    const [owner] = await world.db.query<{ id: string }>(
      'SELECT customer_id AS id FROM broker_transfers WHERE id = $1',
      [id],
    );
    expect(await Promise.all([whose(id.toUpperCase()), whose(reference)])).toEqual([owner?.id, null]);

    const note = { text: 'they take it back on Monday' };
    expect((await payer.act('reconciliation note', [today, reference, 'missing_here'], note)).statusCode).toBe(200);
    const noted = (await reconcile()).Breaks.find(({ Reference }) => Reference === reference);
    expect(noted).toMatchObject({ Resolved: true, Notes: [{ Note: note.text, By: 'Paula', Journal: null }] });
    for (const kind of breaks)
      expect((await payer.act('reconciliation note', [today, 'another', kind], note)).statusCode).toBe(200);
    const journal = 'no such journal';
    const unknown = await payer.act('reconciliation note', [today, reference, 'missing_here'], { ...note, journal });
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([409, 'refused']);
    for (const statement of [
      'UPDATE reconciliation_notes SET note = $1',
      'DELETE FROM reconciliation_notes WHERE note = $1',
    ])
      await expect(world.db.query(statement, [note.text])).rejects.toMatchObject({ code: '42501' });
  });

  test('compares nothing without the brokerage’s book, and says so', async () => {
    expect(await readReconciliation(world.db, null, today)).toMatchObject({ Compared: false, Why: 'no_brokerage' });
    const away = { url: 'http://127.0.0.1:1', token: 'x' };
    expect(await readReconciliation(world.db, away, today)).toMatchObject({
      Compared: false,
      Why: 'unread',
      Detail: 'it did not answer',
      Breaks: [],
    });
  });
});

const reads = [
  '/console/transfers',
  `/console/transfers/${crypto.randomUUID()}`,
  '/console/reconciliation?day=2026-01-01',
];

describe.each(reads)('[R3] %s', (url) => {
  test('is open to the roles that work with it, and never without a session', async () => {
    const allowed = url.includes('reconciliation')
      ? ['payments', 'treasury', 'compliance', 'auditor']
      : ['support', 'payments', 'treasury', 'compliance', 'auditor'];
    for (const role of roles) {
      const { statusCode } = await (await world.member(role)).get(url);
      expect([role, statusCode === 403]).toEqual([role, !allowed.includes(role)]);
      expect(statusCode).toBeLessThan(500);
    }
    expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${ana.token}` };
    expect((await world.askConsole({ method: 'GET', url, headers })).statusCode).toBe(401);
    expect((await world.ask({ method: 'GET', url, headers })).statusCode).toBe(404);
  });
});

test.each([
  'transfers?state=lost',
  'transfers?direction=up',
  'transfers?currency=eur',
  'transfers?day=2026-02-30',
  'transfers?day=x',
  'transfers?overdue=no',
  'transfers?after=%00',
  'transfers?after=eA',
  `transfers?customer=${'x'.repeat(255)}`,
  'transfers?customer=%00',
  'transfers/1',
  'reconciliation',
  'reconciliation?day=1',
  'reconciliation?day=2026-13-01',
])('[R6] %s is refused', async (path) => {
  expect((await payer.get(`/console/${path}`)).statusCode).toBe(422);
});
