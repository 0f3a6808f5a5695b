import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchStatements } from '#testing/server/watch-statements.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { Database } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import { historyFiles } from './history-files.ts';
import { fillHistory } from './testing/fill-history.ts';
import { writeHistoryFile } from './write-history-file.ts';

const events = 100_000;
const positions = 5_000;
let world: CopytradeWorld;
let ana: TestInvestor;
/** Holds one position throughout and so took part in every operation. */
let bia: TestInvestor;

beforeAll(async () => {
  world = await openCopytradeWorld();
  bia = await world.investor({ balance: '500' });
  await bia.post('/api/copytrade', { amount: 500 });
  world.forward(1);
  ana = await world.investor();
  const member = await world.investor({ broughtBy: ana });
  const at = { adminUrl: world.db.adminUrl, now: world.now, events, positions, others: 2_000 };
  await fillHistory({ ...at, customerId: ana.id, memberId: member.id });
  const since = new Date(world.now.getTime() - events * 60_000).toISOString();
  const until = new Date(world.now.getTime() + 60_000).toISOString();
  await askAsOwner(
    world.db.adminUrl,
    `SET session_replication_role = replica;
     UPDATE positions SET started_at = '${since}', ends_at = '${until}' WHERE customer_id = '${bia.id}'`,
  );
}, 120_000);
afterAll(() => world.close());

const lists = [
  ['copytrade', '/api/copytrade'],
  ['stakes', '/api/stakes'],
  ['operations', '/api/report'],
  ['withdrawals', '/report/5'],
  ['transfers', '/api/transfers'],
  ['bonus', '/report/2'],
  ['residual', '/report/4'],
  ['primezord', '/api/bot/investments'],
  ['vault', '/api/vault/investments'],
  ['statement', '/api/statement'],
] as const;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Returns every scan in the call's queries: its kind, the table, and how many rows it examined. */
async function scansOf(ask: () => Promise<unknown>): Promise<{ scan: string; looked: number }[]> {
  const scans: { scan: string; looked: number }[] = [];
  const visit = (plan: Plan): void => {
    const looked = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
    if (plan['Relation Name']) scans.push({ scan: `${plan['Node Type']} ${plan['Relation Name']}`, looked });
    for (const part of plan.Plans ?? []) visit(part);
  };
  for (const { text, values } of (await watchStatements(ask)).filter(({ text: sql }) =>
    /^\s*(SELECT|WITH)/.test(sql),
  )) {
    const [explained] = await world.db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    if (explained) visit(explained['QUERY PLAN'][0].Plan);
  }
  return scans;
}

/** The tables that were filled. Others have so few rows that PostgreSQL prefers a sequential scan. */
const filled = / (positions|broker_transfers|network_awards|operations|entries|journals)$/;

async function requireShort(ask: () => Promise<unknown>, most: number): Promise<void> {
  const scans = (await scansOf(ask)).filter(({ scan }) => filled.test(scan));
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.filter(({ scan }) => scan.startsWith('Seq'))).toEqual([]);
  expect(scans.filter(({ looked }) => looked > most)).toEqual([]);
}

test.each(lists)('[H1] %s: the first page of very many rows is one answer of less than 20 kB', async (tab, list) => {
  const investor = tab === 'operations' ? bia : ana;
  const answer = await investor.get(`${list}?limit=50`);
  expect([answer.statusCode, answer.json<unknown[]>().length]).toEqual([200, 50]);
  expect(Buffer.byteLength(answer.body)).toBeLessThan(20_000);
  await requireShort(() => investor.get(`${list}?limit=50`), 110);
  const next = /<(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? '';
  await requireShort(() => investor.get(next), 110);
});

test('[H2] one asset among many is walked in its own order, and the assets are looked up, not counted', async () => {
  const found = await bia.get('/api/report?asset=Metals&limit=50');
  expect(found.json<unknown[]>()).toHaveLength(50);
  await requireShort(() => bia.get('/api/report?asset=Metals&limit=50'), 110);
  expect((await bia.get('/api/report/assets')).json()).toEqual(['Forex', 'Metals']);
  await requireShort(() => bia.get('/api/report/assets'), 20);
});

/** The timestamp of so many minutes ago; the filled tables have one row per minute. */
const ago = (minutes: number) => new Date(world.now.getTime() - minutes * 60_000).toISOString();

test('[H1] old rows are as near as new', async () => {
  for (const [tab, list] of lists.filter(([name]) => name !== 'statement')) {
    const oldest = (tab === 'operations' ? events : positions) - 100;
    const investor = tab === 'operations' ? bia : ana;
    await requireShort(() => investor.get(`${list}?limit=50&end=${ago(oldest)}`), 110);
  }
});

test('[H4] a statement of an old or a short span reads one stretch of the customer’s own entries', async () => {
  const spans = [
    [`end=${ago(events - 100)}`, 50],
    [`start=${ago(events - 100)}&end=${ago(events - 120)}`, 20],
    [`start=${ago(9)}`, 10],
    [`start=${ago(-60)}`, 0],
    [`end=${ago(2 * events)}`, 0],
    [`start=${ago(events / 2)}&end=${ago(events / 2 - 1000)}`, 50],
  ] as const;
  for (const [span, rows] of spans) {
    const ask = () => ana.get(`/api/statement?limit=50&${span}`);
    const lines = (await ask()).json<{ Date: string; Amount: number; Balance: number }[]>();
    expect([span, lines.length]).toEqual([span, rows]);
    await requireShort(ask, 60);
    for (const { text, values } of await watchStatements(ask)) expect(await blocksOf(text, values)).toBeLessThan(400);
  }
  const first = await ana.get(`/api/statement?limit=50&end=${ago(events / 2)}`);
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const [line] = (await ana.get(next)).json<{ Balance: number }[]>();
  expect(line?.Balance).toBe((first.json<{ Balance: number }[]>().at(-1)?.Balance ?? 0) - 1);
});

/** Number of database pages that a statement touches, including those touched by its functions. */
async function blocksOf(text: string, values: readonly unknown[]): Promise<number> {
  const [explained] = await world.db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const plan = explained?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

test('[H4] a long file is read no faster than it is consumed, and in full', async () => {
  const long = 20_000;
  let pages = 0;
  const db: Database = { ...world.db, query: (text, values) => ((pages += 1), world.db.query(text, values)) };
  const investor = { id: ana.id, now: world.now } as Investor;
  const query = { tz: 'UTC', status: 'all' } as const;
  const start = new Date(world.now.getTime() - (long - 1) * 60_000).toISOString();
  const input = { investor, query: { ...query, start, end: undefined, decimal: undefined }, language: 'en' };
  const file = await writeHistoryFile(db, historyFiles.statement, input as never, { translate: world.http.translate });
  let lines = 0;
  let seen = 0;
  for await (const chunk of file) {
    lines += String(chunk).split('\r\n').length - 1;
    seen += 1;
    if (seen === 2) expect(pages).toBeLessThan(4);
  }
  expect(lines).toBe(long + 1);
  expect(pages).toBe(long / 1000);
});
