import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

let world: ConsoleWorld;
let auditor: TestMember;
let compliance: TestMember;

beforeAll(async () => {
  world = await openConsoleWorld();
  auditor = await world.member('auditor');
  compliance = await world.member('compliance', { name: '=cmd|Nara' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Shown {
  Number: string;
  Action: string;
  Who: string;
  Details: Record<string, unknown>;
}

const list = async (query: object = {}) =>
  (await auditor.get(`/console/actions?${new URLSearchParams({ ...query }).toString()}`)).json<Shown[]>();

test('[R5] actions are found by who, what, whom and when, each with its details', async () => {
  const ana = await world.investor();
  const email = (await world.db.query<{ email: string }>('SELECT email FROM customers WHERE id = $1', [ana.id]))[0]
    ?.email as string;
  const frozen = await compliance.act('customer end-sessions', [email], { reason: 'a test' });
  expect(frozen.statusCode).toBe(200);
  for (const query of [
    { who: '=cmd|Nara' },
    { action: 'customer end-sessions', customer: ana.id.toUpperCase() },
    { customer: ana.id },
    { action: 'customer', from: '2020-01-01', until: '2100-01-01' },
  ]) {
    const found = await list(query);
    expect(found.map(({ Action }) => Action)).toContain('customer end-sessions');
  }
  expect(await list({ customer: '00000000-0000-4000-8000-000000000000' })).toEqual([]);
  expect(await list({ who: 'somebody else' })).toEqual([]);
  expect(await list({ until: '2020-01-01' })).toEqual([]);
});

test('[R5] reading the account is recorded in it, with the filters used', async () => {
  await list({ action: 'customer', who: 'Nara' });
  const [last] = await list({ action: 'actions look' });
  expect(last).toMatchObject({ Action: 'actions look', Details: { action: 'customer', who: 'Nara' } });
  await auditor.act('actions list', [], { action: 'customer' });
  const [next] = await list({ action: 'actions look' });
  expect([next?.Action, Object.keys(next?.Details ?? {})]).toEqual(['actions look', ['rows', 'action']]);
});

test('[R5] a long account is paged, without duplicate or missing rows', async () => {
  await world.db.query(`SELECT record_action('machine', NULL, NULL, NULL, 'page ' || n, '{}', NULL, NULL)
    FROM generate_series(1, 120) n`);
  const seen: string[] = [];
  let url: string | null = '/console/actions?action=page';
  while (url) {
    const answer: Awaited<ReturnType<TestMember['get']>> = await auditor.get(url);
    seen.push(...answer.json<Shown[]>().map(({ Number }) => Number));
    url = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? null;
  }
  expect(new Set(seen).size).toBe(120);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
});

test('[R5] an export runs nothing in a spreadsheet, and is itself recorded as an action', async () => {
  const answer = await auditor.post('/console/actions/export', { who: '=cmd|Nara' });
  const file = answer.json<{ Name: string; Csv: string; Rows: number; IsWhole: boolean }>();
  expect(file).toMatchObject({ Rows: 1, IsWhole: true });
  expect(file.Csv.startsWith('\uFEFF')).toBe(true);
  const [, row = ''] = file.Csv.trim().split(/\r?\n/);
  expect(row).toContain(`'=cmd|Nara`);
  expect(row).not.toMatch(/(^|[,"])=cmd/);
  const [last] = await list();
  expect(last).toMatchObject({ Action: 'actions export', Details: { rows: 1, who: '=cmd|Nara' } });
});

test('[R5] an invalid filter is rejected', async () => {
  for (const query of [
    'customer=nobody@example.com',
    'from=yesterday',
    'after=-1',
    'after=99999999999999999999',
    'until=2026-13-40',
  ]) {
    expect((await auditor.get(`/console/actions?${query}`)).statusCode).toBe(422);
  }
  expect((await auditor.post('/console/actions/export', { more: 1 })).statusCode).toBe(422);
});

test('[R3] the staff list is visible to the auditor and refused to compliance', async () => {
  const staff = (await auditor.get('/console/staff')).json<{ Id: string; Role: string; Vouched: boolean }[]>();
  expect(staff).toContainEqual(expect.objectContaining({ Id: compliance.id, Role: 'compliance', Vouched: true }));
  expect((await compliance.get('/console/staff')).statusCode).toBe(403);
});
