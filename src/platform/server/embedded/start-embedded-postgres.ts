import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure } from '../plain-failure.ts';
import { createCluster } from './create-cluster.ts';
import { createDatabase } from './create-database.ts';
import { lockFolder } from '../folder-lock.ts';
import { stopLeftBehindPostmaster } from './left-behind-postmaster.ts';
import { choosePostgresAccount, handOver, type PostgresAccount } from './postgres-account.ts';
import { createLoopback, loopbackAddress, socketAddress, type PostgresAddress } from './postgres-address.ts';
import { findPostgresFolder } from './postgres-binaries.ts';
import { postgresSettings, throwawaySettings } from './postgres-settings.ts';
import { runPostmaster } from './run-postmaster.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** A real PostgreSQL whose life is tied to this process. */
export interface EmbeddedPostgres {
  databaseUrl(database: string): string;
  pid: number;
  stop(): Promise<void>;
  /** Settles when PostgreSQL is gone, asked for or not. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log(line: string): void;
  /** A socket everywhere but on Windows; told only by tests. */
  transport?: 'socket' | 'loopback';
  /** Tests only: the whole folder may be lost, and is when we die. */
  isThrowaway?: boolean;
}

interface Settled {
  dataDir: string;
  log(line: string): void;
  transport: 'socket' | 'loopback';
  isThrowaway: boolean;
}

/** The data files of one major version cannot be read by another. */
const majorVersion = '18';

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const transport = process.platform === 'win32' ? 'loopback' : 'socket';
  const lock = await lockFolder({
    file: join(dataDir, 'postgres.lock'),
    refusal: (holder) => `The database in ${dataDir} is in use by another process${holder && ` (${holder})`}.`,
  });
  try {
    const settled = { transport, isThrowaway: false, ...options, dataDir } as const;
    return await startLocked(settled, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(options: Settled, release: () => void): Promise<EmbeddedPostgres> {
  const { dataDir, log, isThrowaway } = options;
  const clusterFolder = join(dataDir, 'postgres');
  const account = await choosePostgresAccount(await findPostgresFolder(), clusterFolder);
  const address = await prepareCluster(options, account, clusterFolder);
  const postmaster = await runPostmaster({
    account,
    clusterFolder,
    settings: { ...(isThrowaway ? throwawaySettings : postgresSettings), ...address.settings },
    logFile: join(dataDir, 'postgres.log'),
    disregardPid: await stopLeftBehindPostmaster(clusterFolder, log),
    throwawayFolder: isThrowaway ? dataDir : null,
    log,
  });
  const exited = exitOf(postmaster);
  void exited.then(release);
  const stop = (): Promise<void> => stopPostmaster({ postmaster, exited, account, clusterFolder, isThrowaway });
  if (!isThrowaway)
    await createDatabase(address.databaseUrl, 'lastro').catch((error) => stop().then(() => Promise.reject(error)));
  return { databaseUrl: address.databaseUrl, pid: postmaster.pid ?? 0, stop, exited };
}

async function prepareCluster(
  { dataDir, log, transport }: Settled,
  account: PostgresAccount,
  clusterFolder: string,
): Promise<PostgresAddress> {
  const loopbackFile = join(dataDir, 'postgres-loopback.json');
  if (!(await hasCluster(clusterFolder))) {
    log('creating the database');
    const password = transport === 'loopback' ? (await createLoopback(loopbackFile)).password : undefined;
    await createCluster({ account, clusterFolder, password });
  }
  await handOver(account, clusterFolder);
  return transport === 'loopback' ? loopbackAddress(loopbackFile) : socketAddress(clusterFolder, account);
}

async function hasCluster(clusterFolder: string): Promise<boolean> {
  const version = await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (version === null || version.trim() === majorVersion) return version !== null;
  throw new PlainFailure(
    `The database in ${clusterFolder} was made by PostgreSQL ${version.trim()} and this Lastro brings ${majorVersion}: ` +
      'start it with the Lastro that made it, export, and import into a new DATA_DIR.',
  );
}

function exitOf(postmaster: ChildProcess): EmbeddedPostgres['exited'] {
  const { exitCode, signalCode } = postmaster;
  if (exitCode !== null || signalCode !== null) return Promise.resolve({ code: exitCode, signal: signalCode });
  return new Promise((resolve) => postmaster.once('exit', (code, signal) => resolve({ code, signal })));
}
