import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type Database, openDatabase } from '#platform/server/database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { freePort } from '#platform/server/free-port.ts';
import { migrate } from '#platform/server/migrate.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { runProgram } from './programs.ts';

/** What everything is measured on: a durable PostgreSQL of its own with two databases, the product's and pgbench's. */
export interface Ground {
  folder: string;
  db: Database;
  pgbenchUrl: string;
  /** So many servers of the product as it is built, each a process. */
  startServers(count: number): Promise<Started>;
  startBareServer(): Promise<Started>;
  close(): Promise<void>;
}

export interface Started {
  addresses: string[];
  stop(): Promise<void>;
}

export async function openGround(pgbench: string): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'lastro-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, connections: 300 });
  const url = postgres.databaseUrl('lastro', 'lastro_app');
  await migrate(postgres.databaseUrl('lastro', 'lastro_owner'));
  await createDatabase(postgres.databaseUrl, 'pgbench');
  const pgbenchUrl = postgres.databaseUrl('pgbench');
  await runProgram(pgbench, ['-i', '-q', '-s', '50', pgbenchUrl]);
  await stampSandbox(postgres.databaseUrl('lastro', 'lastro_owner'));
  const db = openDatabase({ url, connections: 4 });
  return {
    folder,
    db,
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a first start would say; nobody serves from it before. */
async function stampSandbox(url: string): Promise<void> {
  const owner = openDatabase({ url, connections: 1 });
  await owner.query(`INSERT INTO installation (mode) VALUES ('sandbox')`);
  await owner.close();
}

/** The built program with the settings of production but for the brokerage, which is not part of what is measured. */
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
    // Its log is written as in production, and read by nobody.
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
