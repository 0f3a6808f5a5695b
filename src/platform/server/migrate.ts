import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runner as runMigrations } from 'node-pg-migrate';
import pg from 'pg';
import { projectFolder } from './project-folder.ts';

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
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
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

/** Money is not kept on a database that may forget it (reliability: boot guard). */
async function requireDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const off = rows.filter((row) => row.setting === 'off').map((row) => row.name);
  if (off.length > 0) throw new Error(`the database runs with ${off.join(' and ')} off; money is not kept on it`);
}

async function readRole(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ rolname: string }>(
    `SELECT rolname FROM pg_roles WHERE rolname = 'lastro_app' AND pg_has_role(current_user, oid, 'MEMBER')`,
  );
  return rows[0]?.rolname;
}
