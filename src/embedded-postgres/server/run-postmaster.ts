import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { readPostmasterFile } from './left-behind-postmaster.ts';
import { postgresEnvironment, type PostgresAccount } from './postgres-account.ts';
import { postgresProgram } from './postgres-binaries.ts';
import { watchOver } from './watch-over.ts';

interface Options {
  account: PostgresAccount;
  clusterFolder: string;
  settings: Record<string, string>;
  logFile: string;
  /** PID from a stale postmaster.pid that now belongs to an unrelated process. */
  disregardPid: number | null;
  throwawayFolder: string | null;
  log(line: string): void;
}

const largestLogBytes = 10_000_000;

/**
 * Starts PostgreSQL and resolves when it accepts connections. Crash recovery has no time limit. Backends of a killed postmaster take a
 * little while to notice its death, and until then a new one rightly refuses to start.
 */
export async function runPostmaster(options: Options): Promise<ChildProcess> {
  for (const deadline = Date.now() + 30_000; ; await sleep(100)) {
    const postmaster = spawnPostmaster(options);
    watchOver(postmaster, { signal: options.throwawayFolder ? 'QUIT' : 'INT', folder: options.throwawayFolder });
    if (await becomesReady(postmaster, options)) return postmaster;
    const reason = lastLogLines(options.logFile);
    if (reason.includes('pre-existing shared memory block') && Date.now() < deadline) continue;
    throw new PlainFailure(`The built-in PostgreSQL does not start. The end of ${options.logFile}:\n${reason}`);
  }
}

function spawnPostmaster({ account, clusterFolder, settings, logFile, disregardPid }: Options): ChildProcess {
  const postgres = postgresProgram(account.folder, 'postgres');
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = postgres, ...rest] = [...account.prefix, postgres, '-D', account.dataArgument, ...args];
  // PostgreSQL disregards its grandparent's pid in postmaster.pid. This is the only way to have it ignore the pid without removing the
  // file, which it still needs to check whether old backends are alive.
  const environment = disregardPid ? { PG_GRANDPARENT_PID: String(disregardPid) } : {};
  const logDescriptor = openLog(logFile);
  const postmaster = spawn(command, rest, {
    cwd: clusterFolder,
    env: { ...postgresEnvironment(), ...environment },
    stdio: ['ignore', logDescriptor, logDescriptor],
    // Runs in its own session: Ctrl+C in the terminal is for this process, which stops PostgreSQL last.
    detached: process.platform !== 'win32',
    ...account.owner,
  });
  closeSync(logDescriptor);
  return postmaster;
}

/** Statuses in postmaster.pid that mean connections are accepted; `standby` accepts reads. */
const accepts = new Set(['ready', 'standby']);

async function becomesReady(postmaster: ChildProcess, { clusterFolder, log }: Options): Promise<boolean> {
  let isOver = false;
  const ending = Promise.race([once(postmaster, 'exit'), once(postmaster, 'error')]).then(
    () => (isOver = true),
    () => (isOver = true),
  );
  let reminder = Date.now() + 5_000;
  while (!isOver) {
    const file = await readPostmasterFile(clusterFolder);
    if (file?.pid === postmaster.pid && accepts.has(file?.status ?? '')) return true;
    if (Date.now() > reminder) {
      log('the database is recovering after an unclean stop; it will finish on its own');
      reminder = Date.now() + 30_000;
    }
    await Promise.race([ending, sleep(5)]);
  }
  return false;
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function lastLogLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}
