import { readFile, readlink, realpath } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** Reads from the cluster's postmaster.pid the process of the last start, and how far it got. */
export async function readPostmasterFile(clusterFolder: string): Promise<{ pid: number; status: string } | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , , , , status = ''] = text.split('\n');
  return pid && Number.isInteger(Number(pid)) ? { pid: Math.abs(Number(pid)), status: status.trim() } : null;
}

/**
 * A postmaster.pid can be left over from a power loss, name a pid that now belongs to another process, or be that of a PostgreSQL that
 * outlived a kill -9 of this process and its watchdog. The last kind is stopped cleanly. Returns a pid that PostgreSQL must be told to
 * disregard.
 */
export async function stopLeftBehindPostmaster(
  clusterFolder: string,
  log: (line: string) => void,
): Promise<number | null> {
  const pid = (await readPostmasterFile(clusterFolder))?.pid;
  if (!pid || !isAlive(pid)) return null;
  if (!(await isPostmasterOf(pid, clusterFolder))) return pid;
  log(`stopping the PostgreSQL that an earlier run left behind (process ${pid})`);
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
  ] as const) {
    trySignal(pid, signal);
    if (await isGone(pid, clusterFolder, seconds)) return null;
  }
  throw new PlainFailure(
    `PostgreSQL from an earlier run (process ${pid}) still uses ${clusterFolder} and does not stop: end it first.`,
  );
}

async function isGone(pid: number, clusterFolder: string, seconds: number): Promise<boolean> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(20)) {
    if (!isAlive(pid) || !(await isPostmasterOf(pid, clusterFolder))) return true;
  }
  return false;
}

async function isPostmasterOf(pid: number, clusterFolder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cluster = await realpath(clusterFolder);
    const [program, folder] = await Promise.all(
      ['exe', 'cwd'].map((name) => readlink(`/proc/${pid}/${name}`).catch(() => '')),
    );
    return basename(program ?? '').startsWith('postgres') && folder === cluster;
  }
  if (process.platform === 'win32') return false;
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  return stdout.includes('postgres') && stdout.includes(clusterFolder);
}

function isAlive(pid: number): boolean {
  return trySignal(pid, 0);
}

function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
