import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeHttp } from '#app/server/compose.ts';
import { startJobs } from '#app/server/jobs.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Http } from '#platform/server/http.ts';
import { cloneDatabase } from '#platform/server/testing/clone-database.ts';
import { type RunningSandbox, sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import { typeCommand } from '../testing/type-command.ts';

let http: Http;
let sandbox: RunningSandbox;
let jobs: ReturnType<typeof startJobs>;
let env: Record<string, string>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lastro-year-'));
  sandbox = await startSandbox(dataDir);
  const db = await cloneDatabase();
  const brokerage = { BROKERAGE_URL: sandbox.url, BROKERAGE_TOKEN: sandboxToken };
  const rates = { RATES_URL: `${sandbox.url}/json/last/USD-BRL` };
  const config = readConfig({ DATABASE_URL: db.url, DATA_DIR: dataDir, ...brokerage, ...rates });
  http = await composeHttp({ config, db, logTo: false });
  const api = await http.app.listen({ port: 0, host: '127.0.0.1' });
  jobs = startJobs(http);
  env = { DATABASE_URL: db.url, DATA_DIR: dataDir, MODE: 'sandbox', API_URL: api, ...brokerage };
});

afterAll(async () => {
  await http.app.close();
  await jobs.stop();
  await http.db.close();
  await sandbox.stop('SIGKILL');
});

interface Lived {
  findings: unknown[];
  faults: number;
  settled: number;
  surprises: string[];
  counts: Record<string, Record<string, number>>;
}

/** The same as lastro sandbox year, some weeks of it: the year itself takes minutes. */
test('[R1] [F4] weeks of customers, operations and brokerage faults leave the books balanced every day', async () => {
  const options = ['--days', '100', '--customers', '10', '--faults', '2', '--seed', '11', '--json'];
  const { exit, out } = await typeCommand(['sandbox', 'year', ...options], env);
  const lived = JSON.parse(out) as Lived;
  expect(lived.surprises).toEqual([]);
  expect(lived.findings).toEqual([]);
  expect(exit).toBe(0);
  expect(lived.faults).toBeGreaterThan(20);
  expect(lived.settled).toBeGreaterThan(0);
  for (const deed of ['deposit', 'withdrawal', 'stake', 'vault', 'copytrade', 'bot subscribed']) {
    expect(lived.counts[deed]?.done, deed).toBeGreaterThan(0);
  }
}, 240_000);
