import { dayIn } from '#platform/server/span.ts';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumAccounts } from '#ledger/server/account-store.ts';
import { dayMs } from '#platform/clock.ts';
import { micros, toDecimal } from '#money/money.ts';
import { vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { lastroOf } from '../testing/type-command.ts';
import { purgeReportFiles } from './report-files.ts';

/** The day this long after the story begins, a hundred days ago: the treasury's initial funding is dated today. */
const begin = new Date(`${dayIn('America/Sao_Paulo', new Date(Date.now() - 100 * dayMs))}T12:00:00Z`);
const day = (after: number): string => dayIn('America/Sao_Paulo', new Date(begin.getTime() + after * dayMs));
const [before, first, last, today] = [day(-50), day(0), day(74), day(100)];

let world: World;
let ana: TestInvestor;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
  world = await openWorld();
  world.now = begin;
  ana = await vaultInvestor(world, '2000.00');
  const bia = await world.investor({ balance: '750.50', broughtBy: ana });
  await ana.post('/api/stake', { amount: 300, time_stake: 60 });
  await ana.post('/api/vault/deposit', { amount: 500 });
  world.forward(1);
  await bia.post('/api/stake', { amount: 100, time_stake: 30 });
  const { Id } = (await bia.post('/api/stake', { amount: 50, time_stake: 30 })).json<{ Id: string }>();
  await bia.post(`/api/stake/${Id}`);
  world.forward(30);
  await world.settle();
  world.forward(40);
  await world.settle();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Made {
  id: string;
  rows: number;
  sha256: string;
}

const lastro = (line: string) => lastroOf(world)(line);
const make = async (report: string, from = first, until = last): Promise<Made> =>
  JSON.parse((await lastro(`reports export ${report} ${from} ${until} --json`)).out) as Made;

let saved = 0;
/** Makes and saves a report. Returns its lines, each with its cells by column title. */
async function read(report: string, from?: string, until?: string): Promise<Record<string, string>[]> {
  const { id } = await make(report, from, until);
  const path = join(folder, `${(saved += 1)}.csv`);
  expect((await lastro(`reports save ${id} ${path}`)).exit).toBe(0);
  return linesOf(await readFile(path, 'utf8'));
}

function linesOf(csv: string): Record<string, string>[] {
  const [titles = [], ...lines] = csv
    .split('\r\n')
    .filter(Boolean)
    .map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [titles[at], cell])));
}

interface EntryRow {
  day: string;
  owner: string;
  from_account: string;
  to_account: string;
  amount: bigint;
}
const entries = () =>
  world.db.query<EntryRow & Record<string, unknown>>(
    `SELECT to_char(happened_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD') AS day, owner, from_account, to_account, amount FROM ledger.entries`,
  );
const usd = (amount: bigint): string => toDecimal(micros(amount));
const add = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

test('[R6] the books by account and day equal the sum of the entries', async () => {
  const all = await entries();
  const rows = await read('accounts', before, today);
  expect(rows.length).toBeGreaterThan(10);
  for (const { day: at = '', account = '', opening_usd, in_usd, out_usd, closing_usd, entries: count } of rows) {
    const into = all.filter((each) => each.to_account === account);
    const from = all.filter((each) => each.from_account === account);
    const sumOf = (some: EntryRow[], when: (day: string) => boolean) =>
      add(some.filter((each) => when(each.day)).map(({ amount }) => amount));
    const standing = sumOf(into, (day) => day < at) - sumOf(from, (day) => day < at);
    const [came, went] = [sumOf(into, (day) => day === at), sumOf(from, (day) => day === at)];
    expect([at, account, opening_usd, in_usd, out_usd, closing_usd]).toEqual([
      at,
      account,
      ...[standing, came, went, standing + came - went].map(usd),
    ]);
    expect(Number(count)).toBe([...into, ...from].filter((each) => each.day === at).length);
  }
  const moved = new Set(all.flatMap((each) => [`${each.day} ${each.from_account}`, `${each.day} ${each.to_account}`]));
  expect(rows.map((row) => `${row['day']} ${row['account']}`).toSorted()).toEqual([...moved].toSorted());
});

test('[R6] closing balances equal the accounts, and nothing is lost between consecutive reports', async () => {
  const standing = new Map(
    (await sumAccounts(world.db)).map(({ kind, balance }) => [kind as string, toDecimal(balance)]),
  );
  const [spring, later] = [await read('accounts', before, day(40)), await read('accounts', day(41), today)];
  const closings = new Map([...spring, ...later].map((row) => [row['account'], row['closing_usd']]));
  for (const [account, closing] of closings) expect([account, closing]).toEqual([account, standing.get(account ?? '')]);
  expect(closings.size).toBeGreaterThan(5);
});

test('[R6] what is owed is reported for every day, including days without movement', async () => {
  const rows = await read('liabilities');
  expect(rows).toHaveLength(75);
  const at = (after: number) => rows.find((row) => row['day'] === day(after));
  expect(at(0)).toMatchObject({ invested_usd: '800.00', promised_usd: '225.00' });
  expect(at(18)).toEqual({ ...at(1), day: day(18) });
  for (const row of rows) {
    const parts = ['balance', 'held', 'invested', 'promised', 'zord'].map((name) => Number(row[`${name}_usd`]));
    expect(Number(row['owed_usd'])).toBeCloseTo(
      parts.reduce((sum, part) => sum + part, 0),
      6,
    );
  }
  const typed = JSON.parse((await lastro(`reports liabilities ${first} ${last} --json`)).out) as { Owed: number }[];
  expect(typed.map(({ Owed }) => Owed)).toEqual(rows.map((row) => Number(row['owed_usd'])));
});

test('[R6] each customer’s accounts by day add up to their balances, and exclude the house', async () => {
  const rows = await read('customers', before, today);
  const own = rows.filter((row) => row['customer'] === ana.id && row['account'] === 'balance');
  expect(own.at(-1)?.['closing_usd']).toBe((await ana.balance()).toFixed(2));
  const owners = await world.db.query<{ owner: string }>(
    'SELECT owner FROM ledger.accounts WHERE number > 0 AND owner <> ledger.house()',
  );
  expect([...new Set(rows.map((row) => row['customer'] ?? ''))].toSorted()).toEqual(
    owners.map(({ owner }) => owner).toSorted(),
  );
  const sum = (name: string) => add(rows.map((row) => BigInt(Math.round(Number(row[name]) * 1e6))));
  const all = await entries();
  const customers = new Set(['balance', 'held', 'invested', 'promised', 'zord']);
  expect(sum('in_usd')).toBe(add(all.filter((each) => customers.has(each.to_account)).map(({ amount }) => amount)));
  // A later day opens with what happened on the days before it.
  const later = await read('customers', day(50), day(50));
  expect(later.find((row) => row['customer'] === ana.id && row['account'] === 'invested')).toMatchObject({
    opening_usd: '800.00',
    closing_usd: '800.00',
    entries: '0',
  });
});

test("[R6] a day on one page: what came in, what each product did, and the house's position", async () => {
  const sheet = JSON.parse((await lastro(`reports daily ${day(1)} --json`)).out) as Record<string, unknown>;
  expect(sheet).toMatchObject({
    Day: day(1),
    Fees: 20,
    Products: [
      { Product: 'stake', Opened: 2, Invested: 150, Promised: 15, Ended: 1, Returned: 30, Profit: 0, Fees: 20 },
      { Product: 'copytrade', Opened: 0 },
      { Product: 'primevault', Opened: 0, Invested: 0 },
      { Product: 'primezord', Opened: 0 },
    ],
    Breaks: null,
  });
  const matured = JSON.parse((await lastro(`reports daily ${day(31)} --json`)).out) as Record<string, unknown>;
  expect(matured).toMatchObject({ Products: [{ Ended: 1, Returned: 100, Profit: 10 }, {}, {}, {}] });
  expect((await lastro(`reports daily ${day(1)}`)).out).toMatch(/^NOT COMPARED with the brokerage$/m);
});

test('[R5] making and saving a report is recorded in the account, with its previous and current hash', async () => {
  const made = await make('accounts');
  const again = await make('accounts');
  expect(again.sha256).toBe(made.sha256);
  const path = join(folder, 'taken.csv');
  await lastro(`reports save ${again.id} ${path}`);
  expect(
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ).toBe(made.sha256);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const actions = await world.db.query('SELECT action, details, was, is_now FROM actions ORDER BY number DESC LIMIT 2');
  const [hash, days] = [{ sha256: made.sha256 }, { report: 'accounts', from: first, until: last, file: again.id }];
  expect(actions).toMatchObject([
    { action: 'reports take', details: days, was: hash, is_now: hash },
    { action: 'reports export', details: { ...days, rows: String(made.rows) }, was: hash, is_now: hash },
  ]);
  // An entry added to the past is noticed.
  await world.bring(ana, '5.00');
  await askAsOwner(
    world.db.adminUrl,
    `SET session_replication_role = replica; UPDATE ledger.journals SET happened_at = '${first}' WHERE owner = '${ana.id}' AND amounts = '{5000000}'::bigint[] AND kind = 'deposit_settled'`,
  );
  const changed = await make('accounts');
  const [action] = await world.db.query('SELECT was, is_now FROM actions ORDER BY number DESC LIMIT 1');
  expect(action).toEqual({ was: hash, is_now: { sha256: changed.sha256 } });
  expect(changed.sha256).not.toBe(made.sha256);
  await askAsOwner(
    world.db.adminUrl,
    `SET session_replication_role = replica; UPDATE ledger.journals j SET happened_at = a.last_at FROM ledger.accounts a
     WHERE a.owner = j.owner AND a.number = j.number AND a.owner = '${ana.id}'`,
  );
});

test('[R6] a file that was tampered with is not released, and an expired one is deleted', async () => {
  const { id } = await make('accounts');
  for (const statement of [
    `UPDATE report_file_parts SET content = '' WHERE file_id = $1`,
    `INSERT INTO report_file_parts (file_id, number, content) VALUES ($1, 99, '')`,
    `DELETE FROM report_file_parts WHERE file_id = $1`,
    `UPDATE report_files SET sha256 = repeat('0', 64) WHERE id = $1`,
    `UPDATE report_files SET takers = NULL, expires_at = now() + interval '1 year' WHERE id = $1`,
    `DELETE FROM report_files WHERE id = $1`,
  ])
    await expect(world.db.query(statement, [id])).rejects.toThrow('not changed');
  const path = join(folder, 'made.csv');
  await lastro(`reports save ${id} ${path}`);
  // Tampering by the owner of the database, so that the row's own hash matches.
  const changed = gzipSync('changed');
  const asOwner = (statement: string) =>
    askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${statement}`);
  await asOwner(
    `UPDATE report_file_parts SET content = '\\x${changed.toString('hex')}' WHERE file_id = '${id}';
     UPDATE report_files SET sha256 = encode(sha256('changed'), 'hex') WHERE id = '${id}'`,
  );
  expect((await lastro(`reports save ${id} ${join(folder, 'damaged.csv')}`)).err).toContain(
    'differs from the one that was generated',
  );
  await asOwner(`UPDATE report_files SET expires_at = now() - interval '1 second' WHERE id = '${id}'`);
  expect((await lastro(`reports save ${id} ${join(folder, 'late.csv')}`)).err).toContain('There is no report file');
  expect(await purgeReportFiles(world.db)).toBe(1);
  expect(await world.db.query('SELECT FROM report_file_parts WHERE file_id = $1', [id])).toEqual([]);
});

describe('[R6] a report is refused', () => {
  test.each([
    ['reports daily yesterday', 2],
    ['reports daily 2026-02-30', 2],
    ['reports daily 2999-01-01', 1],
    ['reports export secrets 2026-03-01 2026-03-02', 2],
    ['reports export accounts 2026-03-02 2026-03-01', 1],
    ['reports export accounts 2025-01-01 2026-01-02', 1],
    ['reports liabilities 2025-01-01 2026-02-01', 1],
    ['reports save nothing /tmp/nothing', 2],
  ])('%s', async (typed, exit) => {
    expect((await lastro(typed)).exit).toBe(exit);
  });

  test('where a file of that name already exists, which is left unchanged', async () => {
    const { id } = await make('accounts');
    const path = join(folder, '1.csv');
    const before = await readFile(path, 'utf8');
    expect((await lastro(`reports save ${id} ${path}`)).err).toBe(`${path} could not be written: EEXIST.\n`);
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});
