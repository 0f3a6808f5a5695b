import { spawn } from 'node:child_process';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { postgresEnvironment, type PostgresAccount } from './postgres-account.ts';
import { postgresProgram } from './postgres-binaries.ts';
import { postgresSettings } from './postgres-settings.ts';

interface Cluster {
  account: PostgresAccount;
  clusterFolder: string;
  /** PID from a stale postmaster.pid that now belongs to an unrelated process. */
  disregardPid: number | null;
}

/**
 * Every connection over the socket or the port requires a password. PostgreSQL's `peer` does not help: inside a user namespace, where root
 * runs it, every other user of the machine maps to the same uid.
 */
const accessRules = `# Written by Lastro: nobody connects without a password.
local all         all                   scram-sha-256
host  all         all      127.0.0.1/32 scram-sha-256
host  all         all      ::1/128      scram-sha-256
local replication postgres              scram-sha-256
host  replication postgres 127.0.0.1/32 scram-sha-256
`;

export async function isLocked(clusterFolder: string): Promise<boolean> {
  return (await readFile(rulesFile(clusterFolder), 'utf8').catch(() => '')) === accessRules;
}

export async function writeAccessRules(account: PostgresAccount, clusterFolder: string): Promise<void> {
  await writeFile(rulesFile(clusterFolder), accessRules, { mode: 0o600 });
  if (account.owner) await chown(rulesFile(clusterFolder), account.owner.uid, account.owner.gid);
}

function rulesFile(clusterFolder: string): string {
  return join(clusterFolder, 'pg_hba.conf');
}

/**
 * Sets the superuser's password on a stopped cluster that is new, dates from before passwords were required, or has lost its passwords. It
 * runs PostgreSQL in single-user mode, which listens nowhere, so the cluster is never open without a password.
 */
export async function changeLocks(cluster: Cluster, password: string): Promise<void> {
  await writeAccessRules(cluster.account, cluster.clusterFolder);
  const statement = `SET password_encryption = 'scram-sha-256'; ALTER ROLE postgres PASSWORD '${password}';\n`;
  for (const deadline = Date.now() + 30_000; ; await sleep(100)) {
    const { code, said } = await runSingleUser(cluster, statement);
    if (code === 0) return;
    // The children of a killed postmaster take a little while to notice its death.
    if (said.includes('pre-existing shared memory block') && Date.now() < deadline) continue;
    throw new PlainFailure(`The built-in PostgreSQL did not accept a new password (${code}):\n${said}`);
  }
}

function runSingleUser({ account, clusterFolder, disregardPid }: Cluster, statements: string) {
  const postgres = postgresProgram(account.folder, 'postgres');
  const settings = Object.entries({ ...postgresSettings, exit_on_error: 'on' });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = postgres, ...args] = [
    ...account.prefix,
    postgres,
    '--single',
    '-D',
    account.dataArgument,
    ...options,
  ];
  const child = spawn(command, [...args, 'postgres'], {
    cwd: clusterFolder,
    env: { ...postgresEnvironment(), ...(disregardPid ? { PG_GRANDPARENT_PID: String(disregardPid) } : {}) },
    stdio: ['pipe', 'ignore', 'pipe'],
    ...account.owner,
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  // It may exit without reading; the exit code reports that.
  child.stdin.on('error', () => {});
  child.stdin.end(statements);
  return new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}
