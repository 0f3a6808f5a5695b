import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { openClient } from '#database/server/clients.ts';
import { copyFile, manyAtOnce, sync, writeNew } from '#platform/server/copy-files.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { listClusterFiles, listLog } from './cluster-files.ts';

interface Running {
  /** Connects as superuser. */
  databaseUrl: string;
  clusterFolder: string;
}

/**
 * A base backup through PostgreSQL's low-level API, since pg_basebackup does not come with the embedded one: copies the files as found,
 * torn ones included, and all of the WAL that repairs them. Blocks nobody.
 */
export async function copyRunningCluster({ databaseUrl, clusterFolder }: Running, into: string): Promise<void> {
  const client = await openClient({ connectionString: databaseUrl });
  try {
    await requireSameCluster(client, clusterFolder);
    await keepTheLog(client);
    await client.query(`SELECT pg_backup_start('lastro', true)`);
    const { folders, files } = await listClusterFiles(clusterFolder);
    for (const folder of ['', ...folders]) await mkdir(join(into, folder), { mode: 0o700 });
    const copied = await copyAll(clusterFolder, into, files);
    const end = await stopBackup(client);
    await writeNew(join(into, 'backup_label'), end.label);
    const log = await copyAll(clusterFolder, into, await listLog(clusterFolder, end.segments));
    await sync([...copied, 'backup_label', ...log, '', ...folders].map((path) => join(into, path)));
  } finally {
    await client.end();
  }
}

/** A temporary slot makes the server retain every WAL segment until this session ends, however many checkpoints pass. */
async function keepTheLog(client: pg.Client): Promise<void> {
  const slot = `lastro_copy_${randomBytes(6).toString('hex')}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
}

interface End {
  label: string;
  segments: { from: string; to: string };
}

async function stopBackup(client: pg.Client): Promise<End> {
  const { rows } = await client.query<{ segment: string; label: string; tablespaces: string }>(
    `SELECT pg_walfile_name(lsn) AS segment, labelfile AS label, spcmapfile AS tablespaces
     FROM pg_backup_stop(false)`,
  );
  const [end] = rows;
  const began = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(end?.label ?? '');
  if (!end || !began) throw new Error('PostgreSQL did not report where the copy begins');
  if (end.tablespaces.trim())
    throw new PlainFailure('The database has tablespaces outside its folder, which a copy would miss.');
  return { label: end.label, segments: { from: began[1] ?? '', to: end.segment } };
}

/** A file that has disappeared meanwhile belonged to a dropped table, and the WAL records that. */
async function copyAll(clusterFolder: string, into: string, paths: readonly string[]): Promise<string[]> {
  const copied: string[] = [];
  await manyAtOnce(paths, async (path) => {
    const [from, to] = [join(clusterFolder, path), join(into, path)];
    const isThere = await (path === 'global/pg_control' ? copyControl(from, to) : copyUnlessGone(from, to));
    if (isThere) copied.push(path);
  });
  return copied;
}

/** The one file that WAL replay cannot repair: reread until two reads agree, so that no write was in progress. */
async function copyControl(file: string, target: string): Promise<true> {
  for (let before = await readFile(file); ;) {
    const now = await readFile(file);
    if (now.equals(before)) {
      await writeNew(target, now);
      return true;
    }
    before = now;
  }
}

async function copyUnlessGone(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Files of another cluster combined with this one's WAL would be useless. pg_control begins with the system identifier. */
async function requireSameCluster(client: pg.Client, clusterFolder: string): Promise<void> {
  const control = await readFile(join(clusterFolder, 'global/pg_control'));
  const { rows } = await client.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
  if (rows[0]?.id === control.readBigUInt64LE().toString()) return;
  throw new PlainFailure(`The database that answers is not the one whose files are in ${clusterFolder}.`);
}
