/**
 * Compares exporting a history as a file with reading the same rows as JSON, in pages as its screen reads them: CPU time of this process.
 * `npx tsx bench/history-files.ts [rows] [tab …]` prints both and their ratio for each history.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildWorld } from '#testing/server/build-world.ts';
import { filePath } from '#history/contract.ts';
import { historyTabs, type HistoryTab } from '#history/tabs.ts';
import { fillHistory } from '#history/server/testing/fill-history.ts';
import { openDatabase } from '#database/server/database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { migrate } from '#database/server/migrate.ts';
import { readOptions, someOf, wholeNumber } from '../scripts/read-options.ts';

const { rows, tabs } = readOptions({
  command: 'npx tsx bench/history-files.ts',
  does: 'Compares exporting a history as a file with reading the same rows as JSON.',
  arguments: {
    rows: wholeNumber('rows of each history', { fallback: 20_000 }),
    tabs: someOf(historyTabs, 'which histories (default: all)'),
  },
});

const lists: Record<HistoryTab, string> = {
  copytrade: '/api/copytrade',
  stakes: '/api/stakes',
  operations: '/api/report',
  vault: '/api/vault/investments',
  primezord: '/api/bot/investments',
  deposits: '/api/transfers?direction=deposit',
  withdrawals: '/report/5',
  bonus: '/report/2',
  residual: '/report/4',
  statement: '/api/statement',
};

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const url = postgres.databaseUrl('lastro');
const adminUrl = postgres.databaseUrl('lastro', 'lastro_owner');
await migrate(adminUrl);
const world = await buildWorld(Object.assign(openDatabase({ url }), { url, adminUrl }), { isLive: true });
const ana = await world.investor();
const member = await world.investor({ broughtBy: ana });
await fillHistory({
  adminUrl: postgres.databaseUrl('lastro', 'postgres'),
  customerId: ana.id,
  memberId: member.id,
  now: new Date(),
  events: rows,
  positions: Math.min(rows, 5_000),
});
const address = await world.http.app.listen({ host: '127.0.0.1', port: 0 });
const headers = { authorization: ana.token, 'accept-language': 'pt-BR' };

for (const tab of tabs) {
  // Warm-up, so that compiling and planning in the first call are not counted.
  await readFile(tab);
  await readList(tab);
  const [file, list] = [await costOf(() => readFile(tab)), await costOf(() => readList(tab))];
  const ratio = file.ms / list.ms;
  console.log(
    `${tab.padEnd(12)} ${String(file.rows).padStart(6)} rows: CSV ${file.ms.toFixed(0)} ms, JSON ${list.ms.toFixed(0)} ms of this process, ratio ${ratio.toFixed(2)}`,
  );
}

await world.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

/** The minimum of three runs, in CPU time: other load on the machine does not count. */
async function costOf(read: () => Promise<number>): Promise<{ ms: number; rows: number }> {
  let [ms, count] = [Number.POSITIVE_INFINITY, 0];
  for (let n = 0; n < 3; n += 1) {
    const before = process.cpuUsage();
    count = await read();
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1000);
  }
  return { ms, rows: count };
}

async function readFile(tab: HistoryTab): Promise<number> {
  const answer = await fetch(`${address}${filePath(tab)}`, { headers });
  if (answer.status !== 200) throw new Error(`${tab} answered ${answer.status}`);
  const body = answer.body;
  return body ? (await text(body)).split('\r\n').length - 2 : 0;
}

async function readList(tab: HistoryTab): Promise<number> {
  let count = 0;
  for (let path: string | undefined = `${lists[tab]}?limit=500`; path;) {
    const answer: Response = await fetch(`${address}${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${tab} answered ${answer.status}`);
    count += ((await answer.json()) as unknown[]).length;
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return count;
}
