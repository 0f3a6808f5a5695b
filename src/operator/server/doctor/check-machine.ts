import { fetchWithin } from '#platform/server/fetch-within.ts';
import { readFile, statfs } from 'node:fs/promises';
import { projectFolder } from '#platform/server/project-folder.ts';
import type { Config } from '#settings/server/config.ts';
import { doctorsName, type Finding, fine, type Patient, patienceMs, unknown, warn, wrong } from './finding.ts';

const warnShare = 0.15;
const wrongShare = 0.05;
const wrongBytes = 500_000_000;

/** Checks free space on this machine's disks. The database's may be on another machine: watch it there. */
export async function checkDisks({ config, dataDir, backups }: Patient): Promise<Finding[]> {
  const folders = [
    ...new Set([projectFolder, dataDir, config?.assetsDir, backups].filter((each) => !!each)),
  ] as string[];
  const found = await Promise.all(folders.map(lookAtDisk));
  return found.flat();
}

async function lookAtDisk(folder: string): Promise<Finding[]> {
  const check = 'disk';
  const disk = await statfs(folder).catch(() => null);
  // A missing folder is created by the program that needs it.
  if (!disk || disk.blocks === 0) return [];
  const [free, share] = [disk.bavail * disk.bsize, disk.bavail / disk.blocks];
  const said = { folder, free: free / 1e9, share: Math.round(share * 100) };
  if (share < wrongShare || free < wrongBytes) return [wrong(check, 'free', said, 'full')];
  if (share < warnShare) return [warn(check, 'free', said, 'low')];
  return [fine(check, 'free', said)];
}

/** Files that the process needs besides its connections. */
const forOthers = 256;

/**
 * Checks whether the server may open as many files as it may have connections, by the limit of the running server or else of the current
 * user.
 */
export async function checkOpenFiles({ config }: Patient): Promise<Finding[]> {
  const check = 'open_files';
  if (!config) return [unknown(check, 'unread')];
  const ofServer = await askServer(config);
  const most = ofServer ?? (await readOwn());
  if (most === null) return [unknown(check, 'unreported')];
  const whose = ofServer === null ? 'process' : 'server';
  const needed = config.maxConnections + forOthers;
  if (most >= needed) return [fine(check, 'fine', { whose, most })];
  return [warn(check, 'few', { whose, most, needed, limit: String(needed) })];
}

async function askServer({ host, port, operatorToken }: Config): Promise<number | null> {
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}/metrics`;
  const headers = { 'user-agent': doctorsName, ...(operatorToken ? { authorization: `Bearer ${operatorToken}` } : {}) };
  const text = await fetchWithin(patienceMs, address, { headers }, 8_388_608)
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  const most = /^process_max_fds (\d+)/m.exec(text)?.[1];
  return most ? Number(most) : null;
}

async function readOwn(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return most ? Number(most) : null;
}
