import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { changeLocks, isLocked } from './change-locks.ts';
import { createCluster } from './create-cluster.ts';
import { createDatabase } from './create-database.ts';
import { lockFolder } from '#platform/server/folder-lock.ts';
import { stopLeftBehindPostmaster } from './left-behind-postmaster.ts';
import { choosePostgresAccount, handOver, type PostgresAccount } from './postgres-account.ts';
import { loopbackAddress, socketAddress } from './postgres-address.ts';
import { findPostgresFolder, majorVersionOf } from './postgres-binaries.ts';
import {
  drawPasswords,
  type Login,
  type Passwords,
  readPasswords,
  settleLogins,
  writePasswords,
} from './postgres-logins.ts';
import { postgresSettings, throwawaySettings } from './postgres-settings.ts';
import { runPostmaster } from './run-postmaster.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** A real PostgreSQL whose lifetime is tied to this process. */
export interface EmbeddedPostgres {
  /** For the superuser, unless another login is given. */
  databaseUrl(database: string, login?: Login): string;
  pid: number;
  stop(): Promise<void>;
  /** Settles when PostgreSQL has exited, requested or not. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log(line: string): void;
  /** Defaults to a socket, except on Windows; set only by tests. */
  transport?: 'socket' | 'loopback';
  /** Tests only: the whole folder is disposable, and is deleted when this process dies. */
  isThrowaway?: boolean;
  /** Settings to use instead of the product's, for measurements. */
  settings?: Record<string, string> | undefined;
}

interface Settled {
  dataDir: string;
  log(line: string): void;
  transport: 'socket' | 'loopback';
  isThrowaway: boolean;
  settings?: Record<string, string> | undefined;
}

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
  const { dataDir, log, isThrowaway, transport } = options;
  const clusterFolder = join(dataDir, 'postgres');
  const account = await choosePostgresAccount(await findPostgresFolder(), clusterFolder);
  await prepareCluster(options, account, clusterFolder);
  const disregardPid = await stopLeftBehindPostmaster(clusterFolder, log);
  const passwords = await findPasswords(dataDir, { account, clusterFolder, disregardPid });
  const address =
    transport === 'loopback'
      ? await loopbackAddress(join(dataDir, 'postgres-loopback.json'))
      : await socketAddress(clusterFolder, account);
  const postmaster = await runPostmaster({
    account,
    clusterFolder,
    settings: {
      ...(isThrowaway ? throwawaySettings : postgresSettings),
      ...options.settings,
      ...address.settings,
    },
    logFile: join(dataDir, 'postgres.log'),
    disregardPid,
    throwawayFolder: isThrowaway ? dataDir : null,
    log,
  });
  const exited = exitOf(postmaster);
  void exited.then(release);
  const databaseUrl = (database: string, login: Login = 'postgres'): string =>
    address.urlOf(database, login, passwords[login]);
  const furnish = async (): Promise<void> => {
    await settleLogins(databaseUrl('postgres'), passwords);
    if (!isThrowaway) await createDatabase(databaseUrl, 'lastro');
  };
  const stop = (): Promise<void> => stopPostmaster({ postmaster, exited, account, clusterFolder, isThrowaway });
  await furnish().catch((error) => stop().then(() => Promise.reject(error)));
  return { databaseUrl, pid: postmaster.pid ?? 0, stop, exited };
}

async function prepareCluster({ log }: Settled, account: PostgresAccount, clusterFolder: string): Promise<void> {
  if (!(await hasCluster(clusterFolder, majorVersionOf(account.folder)))) {
    log('creating the database');
    await createCluster({ account, clusterFolder });
  }
  await handOver(account, clusterFolder);
}

/** Returns the stored passwords. A cluster without any, or whose access rules let others in, is secured anew before it is started. */
async function findPasswords(dataDir: string, cluster: Parameters<typeof changeLocks>[0]): Promise<Passwords> {
  const kept = await readPasswords(dataDir);
  if (kept && (await isLocked(cluster.clusterFolder))) return kept;
  const passwords = kept ?? drawPasswords();
  await changeLocks(cluster, passwords.postgres);
  if (!kept) await writePasswords(dataDir, passwords);
  return passwords;
}

async function hasCluster(clusterFolder: string, majorVersion: string): Promise<boolean> {
  const version = await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (version === null || version.trim() === majorVersion) return version !== null;
  throw new PlainFailure(
    `The database in ${clusterFolder} was created by PostgreSQL ${version.trim()}, and this Lastro includes ${majorVersion}: ` +
      'start it with the Lastro that created it, export, and import into a new DATA_DIR.',
  );
}

function exitOf(postmaster: ChildProcess): EmbeddedPostgres['exited'] {
  const { exitCode, signalCode } = postmaster;
  if (exitCode !== null || signalCode !== null) return Promise.resolve({ code: exitCode, signal: signalCode });
  return new Promise((resolve) => postmaster.once('exit', (code, signal) => resolve({ code, signal })));
}
