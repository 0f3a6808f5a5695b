import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isForeignBackend } from './connect-database.ts';
import type { Sql } from './database.ts';
import { openClient } from './clients.ts';
import { codeOf } from './is-lost.ts';
import { isOutside, migrateOutside } from './migrate-outside.ts';
import { type Mode, readStamp, requireSameMode, stampMode } from './installation-mode.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { requireDurable } from './require-durable.ts';

const folder = join(projectFolder, 'db', 'migrations');
const lockKey = 7_205_759_403;

/**
 * Altering a table waits for its readers, and everybody else queues behind it, for no longer than this. Then it gives up, lets them all
 * through, and tries again.
 */
const lockWaitMs = 2_000;
const restMs = 1_000;
const turnMs = 250;
const mostTries = 60;
const lockNotAvailable = '55P03';

export interface MigrateOptions {
  mode?: Mode | undefined;
  isThrowaway?: boolean;
  /** The folder of the migrations; this Lastro's own by default. */
  from?: string;
}

/**
 * Brings the database to the newest version, forward only, as its owner: whoever creates a table owns it, and the product's own login must
 * own none. Any number of processes may start concurrently: one migrates under an advisory lock, the others wait and find nothing left to
 * do. Returns the migrations it applied.
 *
 * With a mode it also stamps the database the first time, and refuses to touch one of the other mode.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { from = folder } = options;
  const client = await openClient({ connectionString: ownerUrl });
  try {
    await requireOwnSession(client);
    await takeTurn(client);
    if (!options.isThrowaway) await requireDurable(client);
    const { mode } = options;
    if (mode) requireSameMode(await readStamp(sqlOn(client)), mode);
    await becomeOwner(client);
    await requireRuntimeRole(client);
    await refuseOthers(client, from);
    const applied = await applyAll(client, from);
    await closeDatabase(client);
    if (mode) await stampMode(client, mode);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Lets one process migrate at a time. The others poll: a statement that waits would hold up the index that the first one builds, which
 * waits for every older statement, and neither would ever finish.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [lockKey]);
    if (rows[0]?.is) return;
    await pause(turnMs);
  }
}

/** Applies consecutive migrations that may share a transaction in one; each of the others runs alone. */
async function applyAll(client: pg.Client, from: string): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const pending = await readPending(client, from);
    const [first] = pending;
    if (first === undefined) return applied;
    const outside = pending.findIndex((name) => isOutside(from, name));
    const together = outside === -1 ? pending.length : outside;
    if (together === 0) await migrateOutside(client, from, first);
    else await applyTogether(client, from, together);
    applied.push(...pending.slice(0, Math.max(1, together)));
  }
}

async function readPending(client: pg.Client, from: string): Promise<string[]> {
  const known = readdirSync(from).filter((name) => name.endsWith('.sql'));
  const { rows } = await client.query<{ is: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS is`);
  const done = rows[0]?.is ? (await client.query<{ name: string }>('SELECT name FROM migrations')).rows : [];
  const names = new Set(done.map(({ name }) => name));
  return known
    .map((name) => name.replace(/\.sql$/, ''))
    .filter((name) => !names.has(name))
    .toSorted();
}

async function applyTogether(client: pg.Client, from: string, count: number): Promise<void> {
  // Loaded on demand: nearly every process has nothing to migrate.
  const { runner: runMigrations } = await import('node-pg-migrate');
  for (let tries = 1; ; tries += 1) {
    await client.query(`SET lock_timeout = ${lockWaitMs}`);
    try {
      await runMigrations({
        dbClient: client,
        dir: from,
        direction: 'up',
        count,
        migrationsTable: 'migrations',
        noLock: true,
        singleTransaction: true,
        log: () => {},
      });
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (codeOf(error) !== lockNotAvailable) throw error;
      if (tries >= mostTries)
        throw new PlainFailure(
          'The database is too busy to migrate: another session has been locking a table for minutes. Nothing was changed. ' +
            'Look for long transactions in pg_stat_activity, then run it again.',
        );
      await pause(restMs);
    }
  }
}

/** A pooler would keep the lock in a session that it then lends to others, and nobody could migrate any more. */
async function requireOwnSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (!isForeignBackend(client, rows[0]?.pid ?? 0)) return;
  throw new PlainFailure(
    'This database cannot be migrated through a pooler: set DATABASE_MIGRATE_URL to the database itself, ' +
      'with the login of its owner (docs/operations.md, "The database").',
  );
}

function sqlOn(client: pg.Client): Sql {
  return { query: async (text, values = []) => (await client.query(text, [...values])).rows };
}

export function countMigrations(): number {
  return readdirSync(folder).filter((name) => name.endsWith('.sql')).length;
}

/** Makes the owner of earlier migrations' tables also own what this one creates. */
async function becomeOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; may: boolean }>(
    `SELECT pg_get_userbyid(relowner) AS owner, pg_has_role(relowner, 'MEMBER') AS may
     FROM pg_class WHERE oid = to_regclass('migrations') AND relowner <> current_user::regrole`,
  );
  const [other] = rows;
  if (!other) return;
  if (!other.may)
    throw new PlainFailure(
      `The tables of this database belong to ${other.owner}: migrate it with a login that is a member of ${other.owner}.`,
    );
  await client.query(`SET ROLE ${client.escapeIdentifier(other.owner)}`);
}

/**
 * The migrations began again (docs/release-notes.md), and the name of the first one is the stamp of that beginning: a database that was made
 * without it cannot be brought to these. One with a migration that is unknown here was made by a later version.
 */
async function refuseOthers(client: pg.Client, from: string): Promise<void> {
  const { rows: tables } = await client.query<{ is: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS is`);
  if (!tables[0]?.is) return;
  const known = readdirSync(from).map((name) => name.replace(/\.sql$/, ''));
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const applied = rows.map(({ name }) => name);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const startOver = 'For a sandbox, start over with an empty DATA_DIR or database (docs/release-notes.md).';
  throw new PlainFailure(
    applied.includes(known.toSorted()[0] ?? '')
      ? `This database was made by a later version of Lastro, whose migration ${unknown} is unknown to this one: run that version. ${startOver}`
      : `This database was made by an earlier version of Lastro; its data cannot be carried over to this one. Nothing was changed. ${startOver}`,
  );
}

const insufficientPrivilege = '42501';

/** All rights of the product's login are granted to this role. Roles are cluster-wide, so it may exist already. */
async function requireRuntimeRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'lastro_app'`);
  if (rowCount) return;
  try {
    await client.query('CREATE ROLE lastro_app LOGIN');
  } catch (error) {
    if ((error as pg.DatabaseError).code !== insufficientPrivilege) throw error;
    throw new PlainFailure(
      'The login that Lastro runs as does not exist, and the owner may not create it. As an administrator of the database, ' +
        `run once: CREATE ROLE lastro_app LOGIN PASSWORD '…' (docs/operations.md, "The database").`,
    );
  }
}

/** By default everybody may create temporary tables; a copy of a database loses the revocation. */
async function closeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  // Fails where somebody else owns the database: the server then reports what is missing.
  await client
    .query(`REVOKE TEMPORARY ON DATABASE ${client.escapeIdentifier(rows[0]?.name ?? '')} FROM PUBLIC`)
    .catch(() => {});
}
