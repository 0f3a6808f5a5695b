import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEverything } from '#operator/server/all-invariants.ts';
import { openClient } from '#database/server/clients.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { freePort } from '#platform/server/free-port.ts';
import { migrate } from '#database/server/migrate.ts';
import { builtProgram } from '#testing/server/built-program.ts';

const patience = 120_000;
const stormMs = 8_000;
/** On a slow machine the storm lasts until so many connections have been cut. */
const fewestCuts = 100;
const betweenCutsMs = 60;
const callersAtOnce = 6;

let folder = '';
let postgres: EmbeddedPostgres;
let server: ChildProcess;
let address = '';
let demo = { email: '', password: '' };
let ended: string | null = null;
let said = '';

/** The server program itself, started as the launcher does, on a durable database. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastro-storm-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  await migrate(postgres.databaseUrl('lastro', 'lastro_owner'), { mode: 'sandbox' });
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = fork(builtProgram('main'), [], {
    execArgv: [],
    env: {
      ...process.env,
      MODE: 'sandbox',
      DATABASE_URL: postgres.databaseUrl('lastro', 'lastro_app'),
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  server.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  server.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  server.once('exit', (code, signal) => (ended = `ended with ${signal ?? code}: ${said.slice(-2_000)}`));
  const [ready] = (await Promise.race([once(server, 'message'), once(server, 'exit')])) as [{ demo: typeof demo }];
  expect(ended).toBeNull();
  demo = ready.demo;
}, patience);
afterAll(async () => {
  if (!ended) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}, patience);

async function logIn(): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/auth`, { method: 'POST', headers, body: JSON.stringify(demo) });
  return ((await answer.json()) as { token: string }).token;
}

/** Cuts all of the server's connections, whatever they are for, repeatedly. */
async function cutConnections(): Promise<void> {
  const client = await openClient({ connectionString: postgres.databaseUrl('lastro') });
  let cut = 0;
  const began = performance.now();
  while (ended === null && (cut <= fewestCuts || performance.now() - began < stormMs)) {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    cut += rowCount ?? 0;
    await pause(betweenCutsMs);
  }
  await client.end();
}

test(
  '[R1] [F4] a server whose connections are cut every 60 ms survives, answers every call, and its books balance',
  async () => {
    const token = await logIn();
    const storm = new AbortController();
    const cutting = cutConnections();
    const statuses = new Map<number | string, number>();
    const call = async (path: string, body: object | null): Promise<void> => {
      const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const asked = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const status = await fetch(address + path, asked).then(
        async (answer) => (await answer.json(), answer.status),
        (error: unknown) => String(error),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const streams = [1, 2].map(() =>
      fetch(`${address}/api/events`, { headers: { authorization: token } }).catch(() => null),
    );
    const callers = Array.from({ length: callersAtOnce }, async (_, at) => {
      while (!storm.signal.aborted)
        await call(at % 2 ? '/api/stake' : '/api/user', at % 2 ? { amount: 10, time_stake: 30 } : null);
    });
    await cutting;
    storm.abort();
    await Promise.all(callers);
    await Promise.all(streams.map(async (stream) => (await stream)?.body?.cancel()));

    expect(ended).toBeNull();
    for (const status of statuses.keys()) expect([200, 201, 422, 503]).toContain(status);
    expect(statuses.get(503) ?? 0).toBeGreaterThan(0);

    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status, { timeout: 20_000 }).toBe(200);
    const text = await (await fetch(`${address}/metrics`)).text();
    expect(Number(/lastro_database_troubles_total\{cause="connection_lost"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(
      10,
    );
    expect(said).toContain('"cause":"connection_lost"');
    await withBooks(async (books) => expect(await auditEverything(books)).toEqual([]));
  },
  patience,
);

async function withBooks(look: (books: Database) => Promise<void>): Promise<void> {
  const books = openDatabase({ url: postgres.databaseUrl('lastro') });
  try {
    await look(books);
  } finally {
    await books.close();
  }
}
