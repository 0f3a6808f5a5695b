import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { endEverySession } from '#auth/server/session-store.ts';
import type { Broken } from '#ledger/server/audit-books.ts';
import { sync, writeNew } from '#platform/server/copy-files.ts';
import { isUuid } from '#platform/server/cursor.ts';
import { openDatabase, requireOne, type Sql } from '#platform/server/database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { installationLock, lockInstallation } from '#platform/server/lock-installation.ts';
import { countMigrations, migrate } from '#platform/server/migrate.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { transaction } from '#platform/server/transaction.ts';
import { rewindBook } from '#sandbox/rewind-book.ts';
import { readTransfersById } from '#wallet/server/transfer-store.ts';
import { auditInstallation } from '../audit-installation.ts';
import { CommandRefused, type Place } from '../command.ts';
import { readMode } from '../find-installation.ts';
import { type Operator, recordAction } from '../record-action.ts';
import { belongings, brokerageBook, clusterName } from './belongings.ts';
import { copyVerified, requireOpener } from './copy-verified.ts';
import { countJournals, type Manifest, readManifest } from './manifest.ts';
import { restoreSecondFactorSecret } from './second-factor-copy.ts';

const draftName = 'restore-draft';

/** For a sealed backup: the file of a key that opens it, and the file of the second factors' secret. */
export interface RestoreOptions {
  identity?: string | undefined;
  secret?: string | undefined;
}

export interface Restored {
  manifest: Manifest;
  broken: Broken[];
}

/**
 * Creates an installation in DATA_DIR from a backup. The draft is copied, started and audited under another name, and only then moved into
 * place; the database last, since without one there is no installation.
 */
export async function restoreBackup(
  { dataDir, operator, env }: Place,
  folder: string,
  { identity, secret }: RestoreOptions = {},
): Promise<Restored> {
  const manifest = await readManifest(folder);
  const said = readMode(env);
  if (said && said !== manifest.mode)
    throw new CommandRefused('other_mode', `The backup is of a Lastro in mode ${manifest.mode}, but MODE is ${said}.`);
  if (manifest.migrations > countMigrations())
    throw new CommandRefused('newer_backup', 'The backup was made by a newer Lastro: restore it with that version.');
  const opener = await requireOpener(folder, manifest, identity);
  const lock = await takePlace(dataDir);
  const draft = join(dataDir, draftName);
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await copyVerified(folder, manifest, draft, opener);
    if (secret !== undefined) await restoreSecondFactorSecret(secret, draft, opener);
    const broken = await lookThrough(draft, manifest, operator);
    await moveIn(draft, dataDir);
    return { manifest, broken };
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
    lock.release();
  }
}

/** A restore never overwrites anything: neither a running installation nor existing files. */
async function takePlace(dataDir: string): Promise<{ release(): void }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefused(
      'no_rights',
      `The folder ${dataDir} cannot be created (${error.code}): set DATA_DIR to another one.`,
    );
  });
  const lock = await lockInstallation(dataDir).catch((error: unknown) => {
    throw error instanceof PlainFailure ? new CommandRefused('running', error.message) : error;
  });
  const found = (await readdir(dataDir)).filter((name) => name !== installationLock && name !== draftName);
  if (found.length === 0) return lock;
  lock.release();
  throw new CommandRefused(
    'not_empty',
    `${dataDir} is not empty (${found.slice(0, 3).join(', ')}): set DATA_DIR to a new folder, or move its contents away.`,
  );
}

/** PostgreSQL recovers the copy from its log as it starts; the result is checked against every rule of the books. */
async function lookThrough(draft: string, manifest: Manifest, operator: Operator): Promise<Broken[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: draft, log: () => {} });
  try {
    // The database carries a stamp of its mode; one older than stamps gets the mode in the manifest.
    await migrate(postgres.databaseUrl('lastro', 'lastro_owner'), { mode: manifest.mode });
    const db = openDatabase({ url: postgres.databaseUrl('lastro', 'lastro_app'), connections: 4 });
    try {
      await rewindSandbox(db, draft);
      // Otherwise a token logged out after the backup would be valid again.
      await endEverySession(db);
      await transaction(db, (tx) =>
        recordAction(tx, { operator, action: 'backup restore', details: { backup: manifest.id } }),
      );
      return [...(await missingJournals(db, manifest)), ...(await auditInstallation(db, { since: 'beginning' }))];
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function missingJournals(db: Sql, manifest: Manifest): Promise<Broken[]> {
  const { journals } = await requireOne<{ journals: bigint }>(db, `SELECT ${countJournals} AS journals`);
  if (journals >= manifest.journals) return [];
  return [
    {
      rule: 'everything that was there when the backup began is still there',
      count: 1,
      places: [`${journals} journals of ${manifest.journals}`],
    },
  ];
}

async function rewindSandbox(db: Sql, draft: string): Promise<void> {
  const file = join(draft, brokerageBook);
  const book = await readFile(file, 'utf8').catch(() => null);
  if (book === null) return;
  const rewound = await rewindBook(book, async (heardOf) => {
    const references = heardOf.filter(isUuid);
    const known = new Set<string>();
    for (let at = 0; at < references.length; at += 1_000) {
      const transfers = await readTransfersById(db, references.slice(at, at + 1_000));
      for (const { id } of transfers) known.add(id);
    }
    return known;
  });
  await rm(file);
  await writeNew(file, rewound);
}

async function moveIn(draft: string, dataDir: string): Promise<void> {
  for (const path of [...belongings, clusterName].filter((each) => existsSync(join(draft, each)))) {
    const place = join(dataDir, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // PostgreSQL has synced the files inside the database's folder itself when it started on it.
    await sync([join(draft, path)]);
    await rename(join(draft, path), place);
    await sync([dirname(place)]);
  }
}
