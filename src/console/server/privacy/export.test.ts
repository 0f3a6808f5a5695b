import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { impersonalTables, personalTables } from '#privacy/server/personal-tables.ts';
import { drawPng } from '#profile/server/testing/draw-png.ts';
import { sendPicture } from '#profile/server/testing/send-picture.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let ana: TestInvestor;
let compliance: TestMember;

beforeAll(async () => {
  world = await openConsoleWorld();
  ana = await world.investor({ name: 'Ana da Cópia', balance: '500.00' });
  compliance = await world.member('compliance');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** File names and contents of an archive, read by a different program from the one that wrote it. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file)]));
}

const fetchOf = (who: TestMember, id = ana.id) => who.get(`/console/customers/${id}/export`);

describe('[R6] a copy of everything held about a customer', () => {
  test('contains every table with data of theirs, and their picture, but nobody else’s data and no credentials', async () => {
    const bia = await world.investor({ name: 'Bia Outra', broughtBy: ana, balance: '100.00' });
    await sendPicture(world, ana, await drawPng({ width: 64, height: 64 }));
    await ana.post('/api/stake', { amount: 300, time_stake: 60 }, { 'idempotency-key': 'k' });
    await compliance.act('customer note', [ana.email], { text: 'asked for a copy' });
    await compliance.act('customer export', [ana.email], { reason: 'they asked by mail' });
    const answer = await fetchOf(compliance);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.headers['content-disposition']).toContain(`customer-${ana.id}.zip`);
    const files = unzip(answer.rawPayload);
    const rowsOf = (name: string) =>
      JSON.parse(files.get(`${name}.json`)?.toString() ?? '') as Record<string, unknown>[];
    const handedOut = Object.values(personalTables).filter(({ withheld }) => withheld === undefined);
    expect([...files.keys()]).toHaveLength(handedOut.length + 1);
    expect(rowsOf('customers')).toMatchObject([{ name: 'Ana da Cópia', email: ana.email }]);
    expect(rowsOf('positions')).toMatchObject([{ amount: 300_000_000, product: 'stake' }]);
    expect(rowsOf('customer_notes')).toMatchObject([{ text: 'asked for a copy' }]);
    expect(rowsOf('ledger-journals').map(({ kind }) => kind)).toContain('stake_opened');
    expect(rowsOf('actions').map(({ action }) => action)).toContain('customer export');
    expect(files.get('picture.webp')?.subarray(8, 12).toString()).toBe('WEBP');
    const everything = [...files.values()].map((file) => file.toString()).join();
    expect(everything).not.toMatch(/password_hash|token_hash|sealed_secret|argon2/);
    expect(everything).not.toContain(bia.email);
    expect(everything).not.toContain('Bia Outra');
  });

  test('is announced to the customer, and each download is recorded in the account', async () => {
    const kinds = (await ana.get('/api/notices')).json<{ Kind: string }[]>().map(({ Kind }) => Kind);
    expect(kinds).toContain('data_exported');
    expect(await world.db.query('SELECT kind FROM mails WHERE customer_id = $1', [ana.id])).toEqual([
      { kind: 'notices.standing' },
    ]);
    await fetchOf(compliance);
    const looks = await world.db.query(
      `SELECT FROM actions WHERE action = 'customer look' AND details ->> 'what' = 'export' AND staff_id = $1`,
      [compliance.id],
    );
    expect(looks).toHaveLength(2);
    const listed = (await compliance.get('/console/privacy/actions')).json<object[]>();
    expect(listed).toMatchObject([{ Action: 'customer export', Reason: 'they asked by mail', Fetch: true }]);
    const [look] = await world.db.query('SELECT staff_id, action, details FROM actions ORDER BY number DESC LIMIT 1');
    const details = { what: 'actions', rows: 1, customers: ana.id };
    expect(look).toEqual({ staff_id: compliance.id, action: 'privacy look', details });
  });

  test('can be fetched only by the compliance member who opened it', async () => {
    const other = await world.member('compliance');
    expect([(await fetchOf(other)).statusCode, (await fetchOf(other)).json<{ code: string }>().code]).toEqual([
      403,
      'export_not_open',
    ]);
    for (const role of ['support', 'auditor', 'admin'] as const)
      expect((await fetchOf(await world.member(role))).statusCode).toBe(403);
    expect((await fetchOf(compliance, '00000000-0000-4000-8000-000000000001')).statusCode).toBe(404);
    expect((await fetchOf(compliance, 'x')).statusCode).toBe(422);
  });

  test('contains tens of thousands of rows, each once', async () => {
    const caio = await world.investor();
    await world.db.query(
      `INSERT INTO customer_notices (id, customer_id, kind, cause, happened_at, reason)
       SELECT gen_random_uuid(), $1::uuid, 'bonus_received', 'n' || n || $1::uuid, now(), repeat('x', 200) FROM generate_series(1, 20000) n`,
      [caio.id],
    );
    await compliance.act('customer export', [caio.email], { reason: 'they asked by mail' });
    const files = unzip((await fetchOf(compliance, caio.id)).rawPayload);
    const rows = JSON.parse(files.get('customer_notices.json')?.toString() ?? '') as { id: string }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(20_001);
  });

  test('contains nothing of alerts or cases about them, nor why their money was frozen', async () => {
    const rui = await world.investor({ balance: '20.00' });
    const other = await world.member('compliance');
    await world.db.query(
      `INSERT INTO alerts (id, customer_id, customers, rule, subject, evidence, last_evidence_at)
       VALUES (gen_random_uuid(), $1, ARRAY[$1::uuid], 'in_out', 'canary', '[{"canary": 1}]', now())`,
      [rui.id],
    );
    const opened = await compliance.act('case open', [rui.email], { reason: 'canary: opened' });
    const { case: id } = opened.json<{ Done: { Json: { case: string } } }>().Done.Json;
    await compliance.act('case note', [id], { text: 'canary: a note' });
    await compliance.act('customer freeze', [rui.email], { reason: 'canary: for an hour', hours: '1' });
    await compliance.act('customer freeze', [rui.email], { reason: 'canary: waiting' }, 'canary: why it waits');
    const asked = await compliance.act('case decide', [id, 'freeze'], { reason: 'canary: a ring' }, 'canary: asked');
    const request = asked.json<{ Request: { Id: string } }>().Request.Id;
    await other.post(`/console/requests/${request}/approve`, { reason: 'canary: agreed' });
    await compliance.act('case close', [id], { reason: 'canary: closed' });
    await compliance.get(`/console/cases/${id}`);
    await compliance.act('customer note', [rui.email], { text: 'has a right to it' });
    await compliance.act('customer export', [rui.email], { reason: 'they asked by mail' });
    const files = unzip((await fetchOf(compliance, rui.id)).rawPayload);
    const everything = [...files.values()].map((file) => file.toString()).join();
    expect(everything).not.toMatch(/canary|in_out|"case/);
    expect(everything).not.toContain(id);
    // Text that the customer is entitled to is still included.
    expect(everything).toMatch(/has a right to it/);
    expect(files.get('kept_words.json')?.toString()).toMatch(/they asked by mail/);
    expect(files.get('actions.json')?.toString()).toMatch(/"customer freeze"/);
  });
});

test('[R6] every table with customer data is listed for export and erasure, or says why not', async () => {
  const held = await world.db.query<{ name: string }>(
    `SELECT DISTINCT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'ledger') AND (
       a.attname IN ('customer_id', 'owner', 'beneficiary_id', 'source_id', 'root_id', 'referrer_id', 'transfer_id')
       OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND (k.confrelid = 'customers'::regclass
         OR EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = k.confrelid AND b.attname = 'customer_id' AND NOT b.attisdropped))))
     ORDER BY 1`,
  );
  const named = [...Object.keys(personalTables), ...Object.keys(impersonalTables)].filter((name) => name !== 'actions');
  expect(held.map(({ name }) => name)).toEqual(named.toSorted());
  const columns = Object.entries(personalTables).flatMap(([table, { hidden = [] }]) =>
    hidden.map((column) => `${table}.${column}`),
  );
  const missing = await world.db.query(
    `SELECT c FROM unnest($1::text[]) AS c WHERE NOT EXISTS (
       SELECT FROM pg_attribute WHERE attrelid = to_regclass(regexp_replace(c, '\\.[^.]*$', '')) AND attname = substring(c from '[^.]*$'))`,
    [columns],
  );
  expect(missing).toEqual([]);
});

test('[R6] a column that holds a secret is never exported', async () => {
  const secrets = await world.db.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ 'hash|secret|salt|token|credential|public_key|challenge|mark$'
       AND table_name = ANY ($1)`,
    [Object.keys(personalTables)],
  );
  const harmless = new Set(['broker_transfers.fencing_token', 'mails.fencing_token', 'customer_origins.mark']);
  const shown = secrets
    .map(({ name }) => name)
    .filter((name) => !personalTables[name.split('.')[0] ?? '']?.hidden?.includes(name.split('.')[1] ?? ''));
  expect(shown.filter((name) => !harmless.has(name) && !name.startsWith('actions.'))).toEqual([]);
});

describe('[R6] a wrong name or telephone number', () => {
  const lastro = (line: string, ...more: string[]) => lastroOf(world)(line, ...more);

  test('is corrected after a waiting time in which the customer is told and anybody can object', async () => {
    const { makeCorrections } = await import('#operator/server/customer-corrections.ts');
    const { subscribers } = await import('#app/server/subscribers.ts');
    const who = await world.investor({ name: 'Jose Silva' });
    const correct = (field: string, to: string) =>
      lastro('customer correct', who.email, field, to, '--evidence', 'passport on video', '--reason', 'asked');
    const letDaysPass = () =>
      world.db.query(
        `UPDATE customer_corrections SET asked_at = asked_at - interval '4 days', takes_effect_at = takes_effect_at - interval '4 days'
         WHERE customer_id = $1`,
        [who.id],
      );
    const due = () => makeCorrections(world.db, subscribers);
    expect((await correct('name', ' José da Silva ')).exit).toBe(0);
    expect((await correct('phone', '0055 (11) 98888-7777')).exit).toBe(0);
    expect((await correct('name', 'Another')).err).toContain('is already pending');
    expect((await compliance.get('/console/privacy/corrections')).json()).toMatchObject([
      { Field: 'name', Becomes: 'José da Silva' },
      { Field: 'phone', Becomes: '+5511988887777' },
    ]);
    expect(await due()).toBe(0);
    expect((await lastro('customer keep-details', who.email, 'phone', '--reason', 'they called')).exit).toBe(0);
    await letDaysPass();
    const done = await Promise.all([due(), due()]);
    expect(done.toSorted()).toEqual([0, 1]);
    const [row] = await world.db.query('SELECT name, phone FROM customers WHERE id = $1', [who.id]);
    expect(row).toEqual({ name: 'José da Silva', phone: '+5511987654321' });
    const kinds = (await who.get('/api/notices')).json<{ Kind: string }[]>().map(({ Kind }) => Kind);
    expect(kinds.toSorted()).toEqual(['details_changed', 'details_changing', 'details_changing', 'details_kept']);
    const [said] = await world.db.query<{ all: string }>(`SELECT string_agg(details::text, ' ') AS all FROM actions`);
    expect(said?.all).not.toContain('José');
  });

  test.each([
    ['email', 'x@example.com'],
    ['phone', '12'],
    ['name', '   '],
    ['name', 'x'.repeat(121)],
    ['birth', '2000-01-01'],
  ])('%s as "%s" is refused', async (field, to) => {
    const who = await world.investor();
    const said = await lastro('customer correct', who.email, field, to, '--evidence', 'passport', '--reason', 'asked');
    expect(said.exit).toBe(field === 'phone' ? 1 : 2);
  });
});
