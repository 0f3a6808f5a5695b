import { spawnSync } from 'node:child_process';
import { chown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { copyPostgresFolder, foldersForCopies, postgresProgram, type PostgresFolder } from './postgres-binaries.ts';

/** How PostgreSQL's programs are run. They refuse root, and containers and CI machines run as root. */
export interface PostgresAccount {
  folder: PostgresFolder;
  /** Command prefix: `unshare` turns root into another user inside, while files on disk stay root's. */
  prefix: string[];
  /** User to switch to; the cluster's files are handed over to it. */
  owner?: { uid: number; gid: number };
  /** Value of -D. The folder is entered before privileges are dropped, so its parent folders need not be accessible. */
  dataArgument: string;
}

const nobody = { uid: 65534, gid: 65534 };
const unshare = ['unshare', '--user', `--map-user=${nobody.uid}`, '--'];
const here = '/proc/self/cwd';

export async function choosePostgresAccount(folder: PostgresFolder, clusterFolder: string): Promise<PostgresAccount> {
  const uid = process.getuid?.();
  const found = await lstat(clusterFolder).catch(() => null);
  if (uid === undefined) return { folder, prefix: [], dataArgument: clusterFolder };
  if (uid !== 0) return chooseOrdinary(folder, clusterFolder, found?.uid ?? uid, uid);
  const dataArgument = process.platform === 'linux' ? here : clusterFolder;
  // A cluster created by an ordinary user stays theirs, even when root starts it.
  const owner = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
  const ways = owner ? [{ prefix: [], owner }] : [{ prefix: unshare }, { prefix: [], owner: nobody }];
  for (const way of ways) {
    const account = await withReachablePrograms({ ...way, folder, dataArgument });
    if (account) return account;
  }
  throw new PlainFailure(
    'PostgreSQL refuses to run as root, and this machine allows neither a user namespace nor switching to another user: ' +
      'start Lastro as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function chooseOrdinary(folder: string, clusterFolder: string, ownerUid: number, uid: number): PostgresAccount {
  if (ownerUid === uid) return { folder, prefix: [], dataArgument: clusterFolder };
  throw new PlainFailure(
    `The database in ${clusterFolder} belongs to another user (uid ${ownerUid}): ` +
      'start Lastro as that user, or set DATA_DIR to another folder.',
  );
}

async function withReachablePrograms(account: PostgresAccount): Promise<PostgresAccount | null> {
  if (!canRun(account, 'sh', '-c', ':')) return null;
  if (canRun(account, postgresProgram(account.folder, 'postgres'), '--version')) return account;
  for (const place of foldersForCopies) {
    const folder = await copyPostgresFolder(account.folder, place).catch(() => null);
    if (folder && canRun(account, postgresProgram(folder, 'postgres'), '--version')) return { ...account, folder };
  }
  return null;
}

function canRun(account: PostgresAccount, program: string, ...args: string[]): boolean {
  const [command = program, ...rest] = [...account.prefix, program, ...args];
  return (
    spawnSync(command, rest, {
      stdio: 'ignore',
      cwd: '/',
      env: postgresEnvironment(),
      ...account.owner,
    }).status === 0
  );
}

/** An allow-list: an inherited PGPORT would move the socket, PGDATA the cluster, LC_ALL the collation and LD_LIBRARY_PATH the libraries. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'COMSPEC'].map((name) => [name, process.env[name]]);
  return {
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}

/** Hands files made by one account over to the one that runs PostgreSQL now. */
export async function handOver(account: PostgresAccount, folder: string): Promise<void> {
  if (!account.owner || (await lstat(folder)).uid === account.owner.uid) return;
  const { uid, gid } = account.owner;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(folder, uid, gid);
}
