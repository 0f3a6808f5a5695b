import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { postgresEnvironment, type PostgresAccount } from './postgres-account.ts';
import { majorVersionOf, postgresProgram } from './postgres-binaries.ts';

interface Options {
  account: PostgresAccount;
  clusterFolder: string;
  /** Tests only: small, and without waiting for the disk. */
  isThrowaway?: boolean;
}

const draftPrefix = 'postgres-draft-';

/**
 * Creates the cluster under another name and renames it when complete: if killed halfway, it leaves a draft that the next start removes,
 * and never half a cluster.
 */
export async function createCluster({ account, clusterFolder, isThrowaway = false }: Options): Promise<void> {
  const parent = dirname(clusterFolder);
  await removeDrafts(parent);
  const draft = await mkdtemp(join(parent, draftPrefix));
  try {
    const cluster = join(draft, 'cluster');
    await mkdir(cluster, { mode: 0o700 });
    if (account.owner) await chown(cluster, account.owner.uid, account.owner.gid);
    const dataArgument = account.dataArgument === clusterFolder ? cluster : account.dataArgument;
    await runInitdb(account, cluster, [
      `--pgdata=${dataArgument}`,
      // Nobody can connect until passwords are set (change-locks.ts).
      '--auth=reject',
      ...(isThrowaway ? ['--no-sync', '--wal-segsize=1'] : []),
    ]);
    await rename(cluster, clusterFolder);
    if (!isThrowaway) await syncFolder(parent);
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * The collation is PostgreSQL's own C.UTF-8: it sorts by code point and comes with the server, so an update of the machine's libc or ICU
 * can never corrupt an index. Sorting for human readers happens where lists are shown.
 */
const collation = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/** Before version 17 PostgreSQL has no built-in provider: this is the machine's, which also sorts by code point. */
const formerCollation = ['--locale=C.UTF-8'];

const clusterArguments = ['--username=postgres', '--encoding=UTF8', '--data-checksums', '--no-instructions'];

function runInitdb(account: PostgresAccount, cwd: string, args: string[]): Promise<void> {
  const initdb = postgresProgram(account.folder, 'initdb');
  const sorted = Number(majorVersionOf(account.folder)) < 17 ? formerCollation : collation;
  const [command = initdb, ...rest] = [...account.prefix, initdb, ...clusterArguments, ...sorted, ...args];
  const options = { cwd, env: postgresEnvironment(), ...account.owner };
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The database could not be created (initdb ended with ${code}).\n${said}`)),
    );
  });
}

async function removeDrafts(parent: string): Promise<void> {
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(draftPrefix));
  await Promise.all(drafts.map((name) => rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })));
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
