import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { openClient } from '#platform/server/clients.ts';
import { type Copied, type FileWriter, manyAtOnce, plainWriter, sync } from '#platform/server/copy-files.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { listClusterFiles, listLog } from './cluster-files.ts';

interface Running {
  /** Connects as superuser. */
  databaseUrl: string;
  clusterFolder: string;
}

export interface CopiedFile extends Copied {
  path: string;
}

/** A cluster as of one instant, whatever was written while it was copied. */
export interface ClusterCopy {
  folders: string[];
  files: CopiedFile[];
  /** The WAL range that PostgreSQL replays when it first starts on the copy; `to` is the instant of the copy. */
  log: { from: string; to: string };
}

/**
 * A base backup through PostgreSQL's low-level API, since pg_basebackup does not come with the embedded one: copies the files as found,
 * torn ones included, and all of the WAL that repairs them. Blocks nobody.
 */
export async function copyRunningCluster(
  { databaseUrl, clusterFolder }: Running,
  into: string,
  writer: FileWriter = plainWriter,
): Promise<ClusterCopy> {
  const client = await openClient({ connectionString: databaseUrl });
  try {
    await requireSameCluster(client, clusterFolder);
    await keepTheLog(client);
    await client.query(`SELECT pg_backup_start('lastro', true)`);
    const { folders, files } = await listClusterFiles(clusterFolder);
    for (const folder of ['', ...folders]) await mkdir(join(into, folder), { mode: 0o700 });
    const copied = await copyAll(clusterFolder, into, files, writer);
    const end = await stopBackup(client);
    const label = await writer.writeNew(join(into, 'backup_label'), end.label);
    const log = await copyAll(clusterFolder, into, await listLog(clusterFolder, end.segments), writer);
    const all = [...copied, { path: 'backup_label', ...label }, ...log];
    await sync([...all.map(({ path }) => path + writer.suffix), '', ...folders].map((path) => join(into, path)));
    return { folders, files: all, log: end.log };
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
  log: ClusterCopy['log'];
  segments: { from: string; to: string };
}

async function stopBackup(client: pg.Client): Promise<End> {
  const { rows } = await client.query<{ lsn: string; segment: string; label: string; tablespaces: string }>(
    `SELECT lsn::text, pg_walfile_name(lsn) AS segment, labelfile AS label, spcmapfile AS tablespaces
     FROM pg_backup_stop(false)`,
  );
  const [end] = rows;
  const began = /^START WAL LOCATION: (\S+) \(file ([0-9A-F]{24})\)/.exec(end?.label ?? '');
  if (!end || !began) throw new Error('PostgreSQL did not report where the copy begins');
  if (end.tablespaces.trim())
    throw new PlainFailure('The database has tablespaces outside its folder, which a copy would miss.');
  const [, from = '', segment = ''] = began;
  return { label: end.label, log: { from, to: end.lsn }, segments: { from: segment, to: end.segment } };
}

/** A file that has disappeared meanwhile belonged to a dropped table, and the WAL records that. */
async function copyAll(
  clusterFolder: string,
  into: string,
  paths: readonly string[],
  writer: FileWriter,
): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = [];
  await manyAtOnce(paths, async (path) => {
    const [from, to] = [join(clusterFolder, path), join(into, path)];
    const copy =
      path === 'global/pg_control'
        ? await copyControl(from, to, writer)
        : await writer.copyFile(from, to).catch(ignoreGone);
    if (copy) copied.push({ path, ...copy });
  });
  return copied;
}

/** The one file that WAL replay cannot repair: reread until two reads agree, so that no write was in progress. */
async function copyControl(file: string, target: string, writer: FileWriter): Promise<Copied> {
  for (let before = await readFile(file); ;) {
    const now = await readFile(file);
    if (now.equals(before)) return writer.writeNew(target, now);
    before = now;
  }
}

function ignoreGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Files of another cluster combined with this one's WAL would be useless. pg_control begins with the system identifier. */
async function requireSameCluster(client: pg.Client, clusterFolder: string): Promise<void> {
  const control = await readFile(join(clusterFolder, 'global/pg_control'));
  const { rows } = await client.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
  if (rows[0]?.id === control.readBigUInt64LE().toString()) return;
  throw new PlainFailure(`The database that answers is not the one whose files are in ${clusterFolder}.`);
}
