import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runner as runMigrations } from 'node-pg-migrate';
import type pg from 'pg';
import { connectToPrimary } from './find-primary.ts';
import { projectFolder } from './project-folder.ts';
import { requireDurable } from './require-durable.ts';

const folder = join(projectFolder, 'db', 'migrations');
const lockKey = 7_205_759_403;

/**
 * Brings the database to the newest version, forward only. Any number of processes may start at once: one migrates under
 * an advisory lock, the others wait and find nothing left to do. Returns the role to work as, when there is one.
 */
export async function migrate(
  databaseUrl: string,
  options: { isThrowaway?: boolean } = {},
): Promise<{ role: string | undefined; applied: string[] }> {
  const client = await connectToPrimary(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    if (!options.isThrowaway) await requireDurable(client);
    const applied = await runMigrations({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migrations',
      noLock: true,
      singleTransaction: true,
      log: () => {},
    });
    return { role: await readRole(client), applied: applied.map((migration) => migration.name) };
  } finally {
    await client.end();
  }
}

export function countMigrations(): number {
  return readdirSync(folder).filter((name) => name.endsWith('.sql')).length;
}

async function readRole(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ rolname: string }>(
    `SELECT rolname FROM pg_roles WHERE rolname = 'lastro_app' AND pg_has_role(current_user, oid, 'MEMBER')`,
  );
  return rows[0]?.rolname;
}
