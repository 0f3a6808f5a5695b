import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeArguments } from '#app/server/node-arguments.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { openClient } from '#database/server/clients.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import { freePort } from '#platform/server/free-port.ts';
import { migrate } from '#database/server/migrate.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { furnish } from './fill.ts';
import { generate } from './generate.ts';
import { runProgram } from './programs.ts';
import type { Size } from './sizes.ts';

/** The environment of all measurements: its own durable PostgreSQL with two databases, the product's and pgbench's. */
export interface Ground {
  folder: string;
  size: Size;
  db: Database;
  /** URLs of the product's database, under its own login, and of pgbench's. */
  url: string;
  pgbenchUrl: string;
  /** Starts this many built servers of the product, each in its own process. */
  startServers(count: number): Promise<Started>;
  startBareServer(): Promise<Started>;
  close(): Promise<void>;
}

export interface Started {
  addresses: string[];
  stop(): Promise<void>;
}

interface Options {
  pgbench: string;
  size: Size;
  /** Where filled databases are kept for reuse, one folder per size. */
  keep: string | undefined;
  log(what: string): void;
}

/** Nothing is flushed during the fill; everything is on disk before the first measurement. */
const whileFilling = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '16GB',
  autovacuum: 'off',
};
const whileMeasuring = { max_connections: '300' };
const silent = (): void => {};

export async function openGround({ pgbench, size, keep, log }: Options): Promise<Ground> {
  const folder = keep ? join(keep, size.name) : await mkdtemp(join(tmpdir(), 'lastro-bench-'));
  await mkdir(folder, { recursive: true });
  if (!existsSync(join(folder, 'filled'))) await fillGround(folder, pgbench, size, log);
  // A kept database may have been created by an earlier version.
  else await whileRunning(folder, {}, (urlOf) => migrate(urlOf('lastro', 'lastro_owner')).then(() => {}));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent, settings: whileMeasuring });
  const url = postgres.databaseUrl('lastro', 'lastro_app');
  const pgbenchUrl = postgres.databaseUrl('pgbench');
  const db = openDatabase({ url, connections: 4 });
  return {
    folder,
    size,
    db,
    url,
    pgbenchUrl,
    startServers: async (count) => {
      const started = await Promise.all(Array.from({ length: count }, () => startServer(folder, url)));
      return {
        addresses: started.map(({ address }) => address),
        stop: () => stopAll(started.map(({ child }) => child)),
      };
    },
    startBareServer: async () => {
      const child = fork(join(projectFolder, 'bench/harness/bare-server.ts'), [pgbenchUrl], {
        execArgv: ['--import', 'tsx'],
      });
      const [{ address }] = (await once(child, 'message')) as [{ address: string }];
      return { addresses: [address], stop: () => stopAll([child]) };
    },
    close: async () => {
      await db.close();
      await postgres.stop();
      if (!keep) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillGround(folder: string, pgbench: string, size: Size, log: Options['log']): Promise<void> {
  await rm(join(folder, 'postgres'), { recursive: true, force: true });
  await whileRunning(folder, {}, async (urlOf) => {
    await migrate(urlOf('lastro', 'lastro_owner'));
    const owner = openDatabase({ url: urlOf('lastro', 'lastro_owner'), connections: 1 });
    // Normally written by the first start; no server runs before that.
    await owner.query(`INSERT INTO installation (mode) VALUES ('sandbox')`);
    await owner.close();
    const db = openDatabase({ url: urlOf('lastro', 'lastro_app'), connections: 2 });
    await furnish(db);
    await db.close();
  });
  await whileRunning(folder, whileFilling, async (urlOf) => {
    const client = await openClient({ connectionString: urlOf('lastro') });
    await generate(client, size.customers, log, size.life);
    await client.end();
    log('pgbench');
    await createDatabase(urlOf, 'pgbench');
    await runProgram(pgbench, ['-i', '-q', '-s', '50', urlOf('pgbench')]);
  });
  await runProgram('sync', []);
  await writeFile(join(folder, 'filled'), `${new Date().toISOString()}\n`);
}

async function whileRunning(
  folder: string,
  settings: Record<string, string>,
  work: (urlOf: EmbeddedPostgres['databaseUrl']) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent, settings });
  try {
    await work(postgres.databaseUrl);
  } finally {
    await postgres.stop();
  }
}

/** Starts the built program with production settings, except for the brokerage, which is not measured. */
async function startServer(folder: string, url: string): Promise<{ child: ChildProcess; address: string }> {
  const port = await freePort(0);
  const child = fork(join(projectFolder, 'dist/server/main.js'), [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'sandbox',
      DATABASE_URL: url,
      PORT: String(port),
      DATA_DIR: folder,
      BROKERAGE_URL: 'http://127.0.0.1:9',
      BROKERAGE_TOKEN: 'bench',
    },
    // As the product starts it. To profile the server: BENCH_NODE_OPTIONS="--cpu-prof --cpu-prof-dir=/tmp/profiles".
    execArgv: [...nodeArguments, ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
    // The log is written as in production and discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server did not start')));
    child.on('message', (message) => (message as { ready?: boolean }).ready && resolve());
  });
  await ready;
  return { child, address: `http://127.0.0.1:${port}` };
}

async function stopAll(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }),
  );
}
