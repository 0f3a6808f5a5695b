import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { cellOf } from '#platform/server/cell.ts';
import { openClient } from '#platform/server/clients.ts';
import { at } from './testing/build-ledger.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { type KindOfEvent, lookAtLedger, ownKinds, writeForAll } from './testing/posting-functions.ts';

let ledger: LedgerWorld;
let client: pg.Client;
let customers: string[];
let kinds: KindOfEvent[];
beforeAll(async () => {
  ledger = await openLedger();
  client = await openClient({ connectionString: ledger.db.adminUrl });
  customers = [await ledger.customer('1000'), await ledger.customer('1000'), await ledger.customer('1000')];
  for (const customer of customers) {
    for (const pocket of ['held', 'invested', 'zord'] as const)
      await ledger.move(customer, [entry('balance', pocket, '200')]);
    await ledger.move(customer, [entry('funding', 'treasury', '1000')]);
    await ledger.move(customer, [entry('treasury', 'promised', '200')]);
  }
  kinds = await ownKinds(client);
});
/** Every kind gets its functions, including those that have none in the product; all of it is rolled back. */
beforeEach(async () => {
  await client.query(`BEGIN; SET LOCAL lastro.spans_cells = 'on'`);
  await writeForAll(client, kinds);
});
afterEach(async () => void (await client.query('ROLLBACK')));
afterAll(async () => {
  expect(await ledger.audit()).toEqual([]);
  await client.end();
  await ledger.db.close();
});

interface Event {
  key: string;
  owner: string;
  reference: string;
  at: Date;
  amounts: bigint[];
}

const minute = 60_000;

function eventsOf({ from_accounts: legs }: KindOfEvent, owners = customers): Event[] {
  return owners.map((owner, n) => ({
    key: `test:${randomUUID()}`,
    owner,
    reference: randomUUID(),
    // Before, at and after the time of what was posted last.
    at: new Date(at.getTime() + (n - 1) * minute),
    amounts: legs.map((_leg, leg) => usd('3') + BigInt(leg + 10 * n) * 1_234_567n),
  }));
}

const parameters = (count: number, from: number): string =>
  Array.from({ length: count }, (_, n) => `$${n + from}`).join(', ');

async function postOneByOne({ kind }: KindOfEvent, events: Event[]): Promise<void> {
  for (const { key, owner, reference, at: moment, amounts } of events)
    await client.query(`SELECT ledger.post_${kind}($1, $2, $3, $4, true, ${parameters(amounts.length, 5)})`, [
      key,
      owner,
      reference,
      moment,
      ...amounts,
    ]);
}

async function postTogether({ kind, from_accounts: legs }: KindOfEvent, events: Event[]): Promise<void> {
  await client.query(`SELECT ledger.post_${kind}_many($1, $2, $3, $4, ${parameters(legs.length, 5)})`, [
    events.map(({ key }) => key),
    events.map(({ owner }) => owner),
    events.map(({ reference }) => reference),
    events.map((event) => event.at),
    ...legs.map((_leg, n) => events.map(({ amounts }) => amounts[n])),
  ]);
}

const withSecond = (events: Event[], other: Partial<Event>): Event[] =>
  events.map((event, n) => (n === 1 ? { ...event, ...other } : event));

test('[L5] events of several customers posted together leave exactly what each leaves alone, for every kind', async () => {
  for (const kind of kinds) {
    const events = eventsOf(kind);
    const together = await lookAtLedger(client, () => postTogether(kind, events));
    expect(together, kind.kind).toHaveProperty('entries');
    expect(together, kind.kind).toEqual(await lookAtLedger(client, () => postOneByOne(kind, events)));
  }
});

test('[L5] so do events of customers of one cell, which draw together on its part of the treasury', async () => {
  const [first = ''] = customers;
  const neighbours = [1, 2].map(() => `${randomUUID().slice(0, -2)}${first.slice(-2)}`);
  await client.query(
    `INSERT INTO ledger.accounts (owner, cell, balance, held, invested, promised, zord)
     SELECT id, cell_of(id), 2e8, 2e8, 2e8, 2e8, 2e8 FROM unnest($1::uuid[]) AS id`,
    [neighbours],
  );
  for (const kind of kinds) {
    const events = eventsOf(kind, [first, ...neighbours]);
    const together = await lookAtLedger(client, () => postTogether(kind, events));
    expect(together, kind.kind).toHaveProperty('entries');
    expect(together, kind.kind).toEqual(await lookAtLedger(client, () => postOneByOne(kind, events)));
  }
});

test('[S7] an account, or a part of the treasury, can be emptied to the last micro-dollar', async () => {
  const owner = customers[1] as string;
  const { rows } = await client.query<Record<string, string>>(
    `SELECT a.balance, a.held, a.invested, a.promised, a.zord, t.balance AS treasury
     FROM ledger.accounts a JOIN ledger.treasury t USING (cell) WHERE a.owner = $1`,
    [owner],
  );
  let emptied = 0;
  for (const kind of kinds)
    for (const [leg, from] of kind.from_accounts.entries()) {
      const there = rows[0]?.[from];
      if (there === undefined) continue;
      const amounts = kind.from_accounts.map((_from, n) => (n === leg ? BigInt(there) : 1n));
      const events = withSecond(eventsOf(kind), { amounts });
      const apart = await lookAtLedger(client, () => postOneByOne(kind, events));
      const isPosted = Object.hasOwn(apart as object, 'entries');
      const expected = isPosted ? apart : { code: 'LB032', constraint: undefined, detail: owner };
      expect(await lookAtLedger(client, () => postTogether(kind, events)), `${kind.kind} ${from}`).toEqual(expected);
      emptied += Number(isPosted);
    }
  expect(emptied).toBeGreaterThan(20);
});

const lastOfNothing = ({ amounts }: Event): bigint[] =>
  amounts.map((amount, n) => (n < amounts.length - 1 ? amount : 0n));

/** Nothing of what one of them cannot do is worded here: each is then posted by itself. */
const spoiled: [why: string, spoil: (events: Event[]) => Promise<Event[]> | Event[]][] = [
  ['has a first leg of nothing', (events) => withSecond(events, { amounts: (events[1] as Event).amounts.with(0, 0n) })],
  ['has a last leg of nothing', (events) => withSecond(events, { amounts: lastOfNothing(events[1] as Event) })],
  ['is about nothing', (events) => withSecond(events, { reference: null as unknown as string })],
  ['is of a customer without accounts', (events) => withSecond(events, { owner: randomUUID() })],
  ['is of the same customer as another', (events) => withSecond(events, { owner: customers[0] as string })],
  [
    'is of a frozen customer',
    async (events) => {
      await client.query('SELECT ledger.freeze($1, now())', [customers[1]]);
      return events;
    },
  ],
];

const pockets = new Set(['balance', 'held', 'invested', 'promised', 'zord', 'treasury']);

test.each(spoiled)('[S7] nothing is posted together where one event %s', async (_why, spoil) => {
  for (const kind of kinds) {
    const events = await spoil(eventsOf(kind));
    expect(await lookAtLedger(client, () => postTogether(kind, events)), kind.kind).toMatchObject({ code: 'LB032' });
  }
});

test('[S7] nothing is posted together where one customer has too little', async () => {
  const drawing = kinds.filter(({ from_accounts: from }) => from.some((account) => pockets.has(account)));
  expect(drawing.length).toBeGreaterThan(10);
  for (const kind of drawing) {
    const events = withSecond(eventsOf(kind), { amounts: kind.from_accounts.map(() => usd('5000')) });
    expect(await lookAtLedger(client, () => postTogether(kind, events)), kind.kind).toMatchObject({
      code: 'LB032',
      detail: customers[1],
    });
  }
});

test('[S7] nothing is posted together where a part of the treasury has too little for all', async () => {
  const kind = kinds.find((each) => each.kind === 'stake_opened') as KindOfEvent;
  const events = withSecond(eventsOf(kind), { amounts: [usd('10'), usd('801')] });
  expect(await lookAtLedger(client, () => postTogether(kind, events))).toMatchObject({
    code: 'LB032',
    detail: customers[1],
  });
});

test('[S7] parts of the treasury are locked in the order of their cells, so that two servers never wait for each other', async () => {
  const kind = kinds.find((each) => each.kind === 'stake_opened') as KindOfEvent;
  const [low = '', , high = ''] = customers.toSorted((a, b) => cellOf(a) - cellOf(b));
  const other = await openClient({ connectionString: ledger.db.adminUrl });
  await client.query(`ALTER FUNCTION ledger.post_stake_opened_many SET lock_timeout = '5s'`);
  await other.query('BEGIN');
  await other.query('SELECT FROM ledger.treasury WHERE cell = $1 FOR UPDATE', [cellOf(low)]);
  const posting = postTogether(kind, eventsOf(kind, [high, low]));
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await other.query(waiting)).rowCount, { interval: 5 }).toBe(1);
  const free = 'SELECT FROM ledger.treasury WHERE cell = $1 FOR UPDATE SKIP LOCKED';
  expect((await other.query(free, [cellOf(high)])).rowCount).toBe(1);
  await other.query('ROLLBACK');
  await posting;
  await other.end();
});

test('[S7] an event that was posted is not posted again with others', async () => {
  for (const kind of kinds) {
    const events = eventsOf(kind);
    await client.query('SAVEPOINT once');
    await postOneByOne(kind, events.slice(1, 2));
    expect(await lookAtLedger(client, () => postTogether(kind, events)), kind.kind).toMatchObject({
      code: '23505',
      constraint: 'an_event_is_posted_once',
    });
    await client.query('ROLLBACK TO SAVEPOINT once');
  }
});

test('[L5] a retired kind loses this function too, and one that both draws on the treasury and gives back gets none', async () => {
  await client.query(`SELECT ledger.retire_kind('stake_opened')`);
  const { rows } = await client.query(`SELECT to_regproc('ledger.post_stake_opened_many') AS there`);
  expect(rows).toEqual([{ there: null }]);
  await client.query(`SELECT ledger.add_kind('to_and_fro', '{balance>treasury,treasury>promised}')`);
  await expect(client.query(`SELECT ledger.write_postings('to_and_fro')`)).rejects.toMatchObject({ code: 'LB004' });
});
