import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeHttp } from '#app/server/compose.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { startJobs } from '#app/server/jobs.ts';
import { readConfig } from '#settings/server/config.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import { type RunningSandbox, sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import { typeCommand } from '../testing/type-command.ts';
import { demo } from './demo-login.ts';

let http: Http;
let sandbox: RunningSandbox;
let jobs: ReturnType<typeof startJobs>;
let env: Record<string, string>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lastro-year-'));
  sandbox = await startSandbox(dataDir);
  const db = await cloneDatabase();
  await askAsOwner(db.adminUrl, `INSERT INTO installation (mode) VALUES ('sandbox')`);
  const brokerage = { BROKERAGE_URL: sandbox.url, BROKERAGE_TOKEN: sandboxToken };
  const rates = { RATES_URL: `${sandbox.url}/json/last/USD-BRL` };
  const config = readConfig({ MODE: 'sandbox', DATABASE_URL: db.url, DATA_DIR: dataDir, ...brokerage, ...rates });
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
  hasDemo: boolean;
  surprises: string[];
  counts: Record<string, Record<string, number>>;
}

async function live(...options: string[]): Promise<{ exit: number; lived: Lived }> {
  const { exit, out } = await typeCommand(['sandbox', 'year', ...options, '--json'], env);
  return { exit, lived: JSON.parse(out) as Lived };
}

test('[R1] an installation without the demo investor lives through its days too', async () => {
  const { exit, lived } = await live('--days', '3', '--customers', '1', '--faults', '0', '--seed', '3');
  expect([exit, lived.hasDemo, lived.findings, lived.surprises]).toEqual([0, false, [], []]);
}, 60_000);

/** Some weeks of `lastro sandbox year`: the whole year takes minutes. */
test('[R1] [F4] weeks of customers, operations and brokerage faults leave the books balanced every day', async () => {
  const passwordHash = await createPasswordWork().hash(demo.password);
  const details = { name: 'Helena Prado', phone: '+5511912345678', birth: '1988-09-14', isEmailConfirmed: true };
  await transaction(http.db, (tx) => createCustomer(tx, { ...details, email: demo.email, passwordHash }));
  const { exit, lived } = await live('--days', '100', '--customers', '10', '--faults', '2', '--seed', '11');
  expect(lived.surprises).toEqual([]);
  expect(lived.findings).toEqual([]);
  expect([exit, lived.hasDemo]).toEqual([0, true]);
  expect(lived.faults).toBeGreaterThan(20);
  expect(lived.settled).toBeGreaterThan(0);
  for (const deed of ['deposit', 'withdrawal', 'stake', 'vault', 'copytrade', 'bot subscribed']) {
    expect(lived.counts[deed]?.done, deed).toBeGreaterThan(0);
  }
}, 240_000);

/** Depends on the weeks above: checks what the demo investor sees after logging in. */
test('[D1] [H3] [W1] [W2] the demo investor takes part in them, with every product and a network of their own', async () => {
  const login = await http.app.inject({ method: 'POST', url: '/auth', payload: demo });
  const headers = { authorization: login.json<{ token: string }>().token };
  const read = async <Row>(url: string) => (await http.app.inject({ method: 'GET', url, headers })).json<Row[]>();
  for (const url of ['/api/copytrade', '/api/vault/investments', '/api/bot/investments', '/api/report']) {
    expect(await read(url), url).not.toEqual([]);
  }
  const sources = (await read<{ Source: string }>('/api/report?limit=500')).map(({ Source }) => Source);
  expect(new Set(sources)).toEqual(new Set(['sandbox']));
  const statuses = (await read<{ Status: string }>('/api/stakes')).map(({ Status }) => Status);
  expect(new Set(statuses)).toEqual(new Set(['in_progress', 'finished', 'canceled']));
  const transfers = await read<{ Status: string }>('/api/transfers');
  expect(transfers.some(({ Status }) => Status === 'complete')).toBe(true);
  const members = await read<{ Members: number }>('/api/sponsors');
  expect(members.length).toBe(4);
  expect(members.some(({ Members }) => Members > 0)).toBe(true);
  for (const url of ['/report/2', '/report/4', '/report/5']) expect(await read(url), url).not.toEqual([]);
  const entries = (await read<{ Date: string }>('/api/statement?limit=500')).map(({ Date: at }) => Date.parse(at));
  expect((Math.max(...entries) - Math.min(...entries)) / 86_400_000).toBeGreaterThan(80);
});
