import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** The first line of a migration that PostgreSQL cannot run in a transaction: building an index while others write. */
const mark = '-- outside a transaction';

export function isOutside(folder: string, name: string): boolean {
  return readFileSync(join(folder, `${name}.sql`), 'utf8').startsWith(mark);
}

/**
 * Runs such a migration, a single statement, and records it. If interrupted, it leaves an invalid index, which is dropped before the next
 * attempt.
 */
export async function migrateOutside(client: pg.Client, folder: string, name: string): Promise<void> {
  const sql = readFileSync(join(folder, `${name}.sql`), 'utf8');
  const [, index] = /CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?([\w.]+)/i.exec(sql) ?? [];
  // Waits for every older transaction, and blocks nobody meanwhile.
  await client.query('SET lock_timeout = 0');
  if (index) await dropUseless(client, index);
  await client.query(sql);
  await client.query('INSERT INTO migrations (name, run_on) VALUES ($1, clock_timestamp())', [name]);
}

async function dropUseless(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
}
