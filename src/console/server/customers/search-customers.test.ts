import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { namesFound } from '#testing/names-found.ts';
import { roles } from '#staff/roles.ts';
import { searchSql } from './search-customers.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let support: TestMember;
let jose: TestInvestor;

beforeAll(async () => {
  world = await openConsoleWorld();
  support = await world.member('support');
  jose = await world.investor({ name: 'José da Conceição', email: 'ze.conceicao@mail.example', balance: '120.50' });
  await world.db.query(`UPDATE customers SET phone = '+5511912344321', is_masked_to_upline = true WHERE id = $1`, [
    jose.id,
  ]);
  for (let at = 0; at < 4; at += 1) await world.investor({ name: `Maria Ribeiro ${at}` });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const path = '/console/customers/search';
const search = (text: string, by = support, more: object = {}): Promise<Answer> =>
  by.post(path, { search: text, ...more });
const namesOf = (answer: Answer): string[] => answer.json<{ Name: string }[]>().map(({ Name }) => Name);

test.each([
  ['a part of the name, without its accents', 'jose conc'],
  ['a part of the name, in capitals', 'CONCEIÇÃO'],
  ['a part of the address, though it is masked to the upline', 'ze.conc'],
  ['the whole address', 'ze.conceicao@mail.example'],
  ['the telephone number as it is said', '(11) 91234-4321'],
  ['the telephone number with its country', '+55 11 91234 4321'],
  ['the last digits', '344321'],
  ['the last digits, in those of another script', '\u200e۳۴۴۳۲۱'],
])('[R6] a customer is found by %s', async (_, text) => {
  expect(namesOf(await search(text))).toEqual(['José da Conceição']);
});

test('[R6] a customer is found by id, code, and the id of one of their positions', async () => {
  const stake = await jose.post('/api/stake', { amount: 100, time_stake: 30 });
  const { Id } = stake.json<{ Id: string }>();
  for (const text of [jose.id, jose.id.toUpperCase(), jose.code, jose.code.toLowerCase(), Id]) {
    expect([text, namesOf(await search(text))]).toEqual([text, ['José da Conceição']]);
  }
  const [found] = (await search(jose.id)).json<object[]>();
  expect(found).toMatchObject({ Id: jose.id, Email: 'ze.conceicao@mail.example', Balance: 20.5, Frozen: false });
  for (const nobody of [randomUUID(), '9999', 'nobody at all', '😀', '@', '%', "' OR 1=1", '\\', 'zz:*|b&!(']) {
    expect([nobody, (await search(nobody)).json()]).toEqual([nobody, []]);
  }
});

test('[R6] results come in pages, each customer once, newest first', async () => {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const answer: Answer = await search('maria', support, { limit: '3', ...(after && { after }) });
    seen.push(...namesOf(answer));
    after = /after=([\w-]+)/.exec(String(answer.headers.link ?? ''))?.[1];
  } while (after);
  expect(seen).toEqual([3, 2, 1, 0].map((at) => `Maria Ribeiro ${at}`));
  expect(namesOf(await search('', support, { limit: '2' }))).toEqual(['Maria Ribeiro 3', 'Maria Ribeiro 2']);
});

test('[R5] a search is recorded in the action log: whom it found, never what was typed', async () => {
  await search('ze.conceicao@mail.example');
  const rows = await world.db.query(`SELECT staff_id, action, details FROM actions ORDER BY number DESC LIMIT 1`);
  expect(rows).toEqual([
    { staff_id: support.id, action: 'customers search', details: { by: 'words', found: 1, customers: jose.id } },
  ]);
});

describe('[R3] who may search', () => {
  test.each(roles)('%s', async (role) => {
    const answer = await search('maria', await world.member(role));
    expect(answer.statusCode).toBe(role === 'admin' ? 403 : 200);
  });

  test('not without a session, nor as a customer', async () => {
    const request = { method: 'POST', url: path, body: { search: 'maria' } } as const;
    const own = { console: '1' };
    expect((await world.askConsole({ ...request, headers: own })).statusCode).toBe(401);
    const headers = { ...own, authorization: `Bearer ${jose.token}` };
    expect((await world.askConsole({ ...request, headers })).statusCode).toBe(401);
    expect((await world.ask({ ...request, headers })).statusCode).toBe(404);
  });
});

test.each([
  ['too long a text', { search: 'x'.repeat(121) }],
  ['a control character', { search: 'a\u0000b' }],
  ['a cursor that is none', { after: 'bm90aGluZw' }],
  ['no page at all', { limit: '0' }],
  ['too large a page', { limit: '501' }],
  ['a field that is none', { email: 'x' }],
])('[R6] %s is refused', async (_, body) => {
  expect((await support.post(path, body)).statusCode).toBe(422);
});

test('[R6] no search term is accepted in a URL', async () => {
  for (const url of ['/console/customers?search=maria', `/console/transfers?customer=${jose.email}`]) {
    expect((await support.get(url)).statusCode).toBeGreaterThanOrEqual(404);
  }
});

test('[R6] every way of finding one of many customers uses an index', async () => {
  await world.db.query(
    `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, terms_accepted_at, terms_version)
     SELECT gen_random_uuid(), 'n' || n || '@many.example', 'Number ' || md5(n::text), '+55119' || (10000000 + n), '1990-01-01', 'x',
       'MANY' || n, now(), '1' FROM generate_series(1, 20000) AS n`,
  );
  // As autovacuum does by itself, sooner or later.
  await askAsOwner(world.db.adminUrl, 'ANALYZE customers');
  const plans = await Promise.all([
    explain(searchSql.newest, [null, 51]),
    explain(searchSql.reference, [null, 51, jose.id]),
    explain(searchSql.words, [null, 51, 'jose conc', 'ABCDEFGH', '912344321']),
  ]);
  for (const plan of plans)
    expect(plan).not.toMatch(/Seq Scan on (customers|positions|broker_transfers|network_awards)/);
  expect(plans[2]).toContain('customers_by_any_word');
  expect(plans[2]).toContain('customers_by_end_of_phone');
}, 60_000);

async function explain(text: string, values: unknown[]): Promise<string> {
  const rows = await world.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('[L12] [R6] a name is found in its script, however its letters are typed', async () => {
  for (const [name] of new Map(namesFound)) await world.investor({ name });
  for (const [name, typed] of namesFound) expect([typed, namesOf(await search(typed))]).toEqual([typed, [name]]);
});
