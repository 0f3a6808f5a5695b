import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { openClient } from '#platform/server/clients.ts';
import { at } from './testing/build-ledger.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { type KindOfEvent, lookAtLedger, ownKinds, writeForAll } from './testing/posting-functions.ts';

let ledger: LedgerWorld;
let client: pg.Client;
let ana: string;
let kinds: KindOfEvent[];
beforeAll(async () => {
  ledger = await openLedger();
  client = await openClient({ connectionString: ledger.db.adminUrl });
  ana = await ledger.customer('1000');
  for (const pocket of ['held', 'invested', 'zord'] as const) await ledger.move(ana, [entry('balance', pocket, '200')]);
  await ledger.move(ana, [entry('funding', 'treasury', '1000')]);
  await ledger.move(ana, [entry('treasury', 'promised', '200')]);
  kinds = await ownKinds(client);
});
/** Every kind gets its own function, including those that have none in the product; all of it is rolled back. */
beforeEach(async () => {
  await client.query('BEGIN');
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
  movable: boolean;
  amounts: bigint[];
}

function eventOf({ from_accounts: legs }: KindOfEvent, event: Partial<Event> = {}): Event {
  const amounts = legs.map((_leg, n) => usd('3') + BigInt(n) * 1_234_567n);
  return { key: `test:${randomUUID()}`, owner: ana, reference: randomUUID(), movable: false, amounts, ...event };
}

function postByKind({ kind }: KindOfEvent, { key, owner, reference, movable, amounts }: Event): Promise<unknown> {
  const parameters = amounts.map((_amount, n) => `$${n + 6}`).join(', ');
  const values = [key, owner, reference, at, movable, ...amounts];
  return client.query(`SELECT ledger.post_${kind}($1, $2, $3, $4, $5, ${parameters}) AS number`, values);
}

function postAsAny(kind: KindOfEvent, { key, owner, reference, amounts }: Event): Promise<unknown> {
  const values = [key, kind.kind, owner, reference, at, kind.from_accounts, kind.to_accounts, amounts];
  return client.query('SELECT number FROM ledger.post($1, $2, $3, $4, $5, $6, $7, $8)', values);
}

async function compare(kind: KindOfEvent, event: Event): Promise<unknown> {
  const byKind = await lookAtLedger(client, () => postByKind(kind, event));
  expect(byKind, kind.kind).toEqual(await lookAtLedger(client, () => postAsAny(kind, event)));
  return byKind;
}

test('[L5] a kind’s own posting function leaves exactly what ledger.post() leaves, for every kind', async () => {
  expect(kinds.length).toBeGreaterThan(20);
  for (const kind of kinds) expect(await compare(kind, eventOf(kind)), kind.kind).toHaveProperty('entries');
});

test('[L5] a zero leg is ignored or refused by each kind as by ledger.post()', async () => {
  for (const kind of kinds)
    for (const without of kind.from_accounts.keys()) {
      const event = eventOf(kind);
      await compare(kind, { ...event, amounts: event.amounts.with(without, 0n) });
    }
});

test('[S7] a refusal for lack of money names the account that has too little, or the treasury', async () => {
  const refused = new Set<unknown>();
  for (const kind of kinds)
    for (const [n] of kind.from_accounts.entries()) {
      const event = eventOf(kind);
      const outcome = await compare(kind, { ...event, amounts: event.amounts.with(n, usd('5000')) });
      if (!(outcome as object).hasOwnProperty('entries')) refused.add((outcome as { detail: string }).detail);
    }
  expect(refused).toEqual(new Set(['balance', 'held', 'invested', 'promised', 'zord', 'treasury']));
});

test('[S7] a customer without accounts is refused or served as by ledger.post()', async () => {
  const stranger = await ledger.customer();
  for (const kind of kinds) await compare(kind, eventOf(kind, { owner: stranger }));
});

test('[L3] a frozen customer’s own requests are refused before any other check, and nothing else is refused', async () => {
  await client.query('SELECT ledger.freeze($1, now())', [ana]);
  for (const kind of kinds) {
    const asked = eventOf(kind, { movable: true });
    expect(await lookAtLedger(client, () => postByKind(kind, asked)), kind.kind).toMatchObject({ code: 'LB007' });
    const tooMuch = { ...asked, amounts: asked.amounts.map(() => usd('9000')) };
    expect(await lookAtLedger(client, () => postByKind(kind, tooMuch)), kind.kind).toMatchObject({ code: 'LB007' });
    expect(await compare(kind, { ...asked, movable: false })).toHaveProperty('entries');
  }
});

test('[S7] an event is posted once: under the same key nothing moves again', async () => {
  for (const kind of kinds) {
    const event = eventOf(kind);
    await client.query('SAVEPOINT once');
    await postByKind(kind, event);
    const again = await lookAtLedger(client, () => postByKind(kind, event));
    expect(again, kind.kind).toMatchObject({ code: '23505', constraint: 'an_event_is_posted_once' });
    await client.query('ROLLBACK TO SAVEPOINT once');
  }
});

test('[L5] a retired kind loses its function, and one that both draws on the treasury and gives back gets none', async () => {
  await client.query(`SELECT ledger.retire_kind('stake_opened')`);
  const { rows } = await client.query(`SELECT to_regproc('ledger.post_stake_opened') AS there`);
  expect(rows).toEqual([{ there: null }]);
  await client.query(`SELECT ledger.add_kind('to_and_fro', '{balance>treasury,treasury>promised}')`);
  await expect(client.query(`SELECT ledger.write_posting('to_and_fro')`)).rejects.toMatchObject({ code: 'LB004' });
});
