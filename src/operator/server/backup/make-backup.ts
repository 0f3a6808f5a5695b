import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type FileWriter, plainWriter, sync } from '#platform/server/copy-files.ts';
import { type Database, requireOne, type Sql } from '#platform/server/database.ts';
import { type CopiedFile, copyRunningCluster } from '#embedded-postgres/server/copy-running-cluster.ts';
import { transaction } from '#platform/server/transaction.ts';
import { CommandRefused, type Home, type Lastro } from '../command.ts';
import { type Operator, recordAction } from '../record-action.ts';
import { belongings, clusterName, secondFactorSecret } from './belongings.ts';
import { countJournals, type Manifest, writeManifest } from './manifest.ts';
import { readRecipients, sealingWriter } from './seal-files.ts';
import { requireApart, sealSecondFactorSecret } from './second-factor-copy.ts';
import { backupFinished } from './watch-backups.ts';

export interface MadeBackup {
  manifest: Manifest;
  /** The separate file with the second factors' secret, if the backup is sealed and one was requested. */
  secretFile: string | null;
  /** False if the end could not be recorded: the installation then still computes the backup's age from the previous one. */
  isNoted: boolean;
}

/**
 * Copies a running installation to an empty folder. The copy holds everything answered before it began, and nothing later than the instant
 * of the database's copy. The manifest is written last, when all else is on disk.
 *
 * The start is recorded first: nobody copies every customer's data without a trace, and the copy contains that record. The end is recorded
 * as well; the age of the last backup is computed from it.
 */
export async function makeBackup(
  { db, home, mode, operator }: Lastro,
  wanted: string,
  secret?: string,
): Promise<MadeBackup> {
  const own = await requireHome(home);
  const recipients = readRecipients(own.backupRecipients);
  if (secret !== undefined && recipients.length === 0)
    throw new CommandRefused('not_sealed', 'Only a sealed backup keeps the secret apart: set BACKUP_RECIPIENTS.');
  const writer = recipients.length > 0 ? sealingWriter(recipients) : plainWriter;
  // Checked here, before everything is copied in vain.
  if (secret !== undefined) requireApart(own.dataDir, resolve(wanted), secret);
  const folder = await prepareFolder(resolve(wanted), own.dataDir);
  const id = randomUUID();
  await transaction(db, (tx) => recordAction(tx, { operator, action: 'backup make', details: { backup: id } }));
  try {
    const { journals, migrations } = await readExtent(db);
    const clusterFolder = join(own.dataDir, clusterName);
    const copy = await copyRunningCluster(
      { databaseUrl: own.adminUrl, clusterFolder },
      join(folder, clusterName),
      writer,
    );
    // After the database, so that the book and the secret cover everything the database refers to.
    const others = await copyBelongings(own.dataDir, folder, writer);
    const secretFile =
      secret === undefined ? null : await sealSecondFactorSecret(own.dataDir, folder, secret, recipients);
    const made: Manifest = {
      format: recipients.length > 0 ? 'lastro backup 3' : 'lastro backup 2',
      id,
      madeAt: new Date().toISOString(),
      mode,
      migrations: Number(migrations),
      journals: Number(journals),
      ...(recipients.length > 0 ? { recipients: [...recipients] } : {}),
      log: copy.log,
      folders: copy.folders.map((path) => `${clusterName}/${path}`),
      files: [...copy.files.map((file) => ({ ...file, path: `${clusterName}/${file.path}` })), ...others],
    };
    await writeManifest(folder, made);
    await sync([folder, dirname(folder)]);
    const isNoted = await noteFinished(db, operator, id);
    return { manifest: made, secretFile, isNoted };
  } catch (error) {
    await empty(folder);
    throw error;
  }
}

/** A complete backup is not discarded because its end could not be recorded in the action log. */
async function noteFinished(db: Database, operator: Operator, backup: string): Promise<boolean> {
  try {
    await transaction(db, (tx) => recordAction(tx, { operator, action: backupFinished, details: { backup } }));
    return true;
  } catch {
    return false;
  }
}

function readExtent(db: Sql): Promise<{ journals: bigint; migrations: bigint }> {
  return requireOne(db, `SELECT ${countJournals} AS journals, (SELECT count(*) FROM migrations) AS migrations`);
}

async function requireHome(home: Home | null): Promise<Home & { adminUrl: string }> {
  const sentence =
    'This Lastro uses your own PostgreSQL: back it up with its own tools (docs/operations.md says what else to include).';
  if (!home?.adminUrl) throw new CommandRefused('not_built_in', sentence);
  const control = join(home.dataDir, clusterName, 'global/pg_control');
  await access(control).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandRefused('not_built_in', sentence);
    throw new CommandRefused('no_rights', `${control} cannot be read: make the backup as the user who started Lastro.`);
  });
  return { ...home, adminUrl: home.adminUrl };
}

async function prepareFolder(folder: string, dataDir: string): Promise<string> {
  if (!relative(dataDir, folder).startsWith('..'))
    throw new CommandRefused('bad_folder', `${folder} is in DATA_DIR: a backup there is lost with the installation.`);
  const found = await openFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
      throw new CommandRefused('bad_folder', `${folder} is not a folder.`);
    throw new CommandRefused('no_rights', `The folder ${folder} cannot be created or written (${error.code}).`);
  });
  if (found.length > 0)
    throw new CommandRefused('bad_folder', `${folder} is not empty: make the backup in a new folder.`);
  return folder;
}

/** Creates the folder if needed and lists its contents. */
async function openFolder(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return readdir(folder);
}

/** A sealed backup omits the second factors' secret, which is stored apart. */
async function copyBelongings(dataDir: string, folder: string, writer: FileWriter): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = [];
  const isApart = (path: string): boolean => writer !== plainWriter && path === secondFactorSecret;
  for (const path of belongings.filter((each) => existsSync(join(dataDir, each)) && !isApart(each))) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    copied.push({ path, ...(await writer.copyFile(join(dataDir, path), target)) });
    await sync([target + writer.suffix, dirname(target)]);
  }
  return copied;
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
