import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** The parts of a cluster's folder that belong in a copy: relative paths, written with `/`. */
export interface ClusterFiles {
  folders: string[];
  files: string[];
}

/** Needed as empty folders; their content belongs to the running server only. The WAL is copied separately, once its range is known. */
const keptEmpty = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const ofTheRunningServer =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|(standby|recovery)\.signal|current_logfiles.*|postgresql\.auto\.conf\.tmp|\.s\.PGSQL\..*)$/;
const temporary = /^(pgsql_tmp|pg_internal\.init)/;

/** Selects files as PostgreSQL's own pg_basebackup does. Sockets and links are left out. */
export async function listClusterFiles(clusterFolder: string): Promise<ClusterFiles> {
  const found: ClusterFiles = { folders: [], files: [] };
  async function look(folder: string): Promise<void> {
    for (const entry of await readdir(join(clusterFolder, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (temporary.test(entry.name) || ofTheRunningServer.test(path)) continue;
      if (entry.isFile()) found.files.push(path);
      if (!entry.isDirectory()) continue;
      found.folders.push(path);
      if (!keptEmpty.has(path)) await look(path);
    }
  }
  await look('');
  return found;
}

/** The WAL segments in the requested range, inclusive, and the timeline history files. */
export async function listLog(clusterFolder: string, { from, to }: { from: string; to: string }): Promise<string[]> {
  const names = await readdir(join(clusterFolder, 'pg_wal'));
  const isWanted = (name: string): boolean =>
    name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= from && name <= to);
  return names.filter(isWanted).map((name) => posix.join('pg_wal', name));
}
