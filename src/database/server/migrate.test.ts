import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { migrate } from './migrate.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

let db: TestDatabase;
let from: string;
beforeAll(async () => {
  db = await cloneDatabase();
  from = await mkdtemp(join(tmpdir(), 'lastro-migrations-'));
  const present = join(projectFolder, 'db', 'migrations');
  for (const name of await readdir(present)) await copyFile(join(present, name), join(from, name));
});
afterAll(async () => {
  await db.close();
  await rm(from, { recursive: true });
});

const bringUp = (): Promise<string[]> => migrate(db.adminUrl, { isThrowaway: true, from });

async function holdTable(table = 'mails'): Promise<() => Promise<void>> {
  const reader = new pg.Client({ connectionString: db.adminUrl });
  await reader.connect();
  await reader.query('BEGIN');
  await reader.query(`SELECT count(*) FROM ${table}`);
  return () => reader.query('COMMIT').then(() => reader.end());
}

test('[O1] a migration whose table is in use lets others through, and retries', async () => {
  await writeFile(join(from, '0901_wider.sql'), 'ALTER TABLE mails ADD COLUMN note text;');
  await writeFile(join(from, '0902_wider_still.sql'), 'ALTER TABLE mails ADD COLUMN remark text;');
  const letGo = await holdTable();
  const migrating = bringUp();
  await pause(500);
  // Everybody else queues behind the waiting migration: never for long.
  const startedAt = performance.now();
  await db.query('SELECT * FROM mails LIMIT 1');
  const waited = performance.now() - startedAt;
  await pause(1_500);
  await letGo();
  expect(await migrating).toEqual(['0901_wider', '0902_wider_still']);
  // Two seconds and what the machine adds; until the table is let go if the migration did not give way.
  expect(waited).toBeLessThan(20_000);
  expect(await bringUp()).toEqual([]);
});

test('[O1] an index is built concurrently with writes, in order with the other migrations, and rebuilt after an interruption', async () => {
  await askAsOwner(db.adminUrl, 'CREATE TABLE lines AS SELECT 1 AS n FROM generate_series(1, 3)');
  await askAsOwner(db.adminUrl, 'ALTER TABLE lines OWNER TO lastro_owner');
  await writeFile(join(from, '0903_before.sql'), 'ALTER TABLE lines ADD COLUMN before integer;');
  const index = '-- outside a transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS lines_by_n ON lines (n);';
  await writeFile(join(from, '0904_lines_by_n.sql'), index);
  await writeFile(join(from, '0905_after.sql'), 'ALTER TABLE lines ADD COLUMN after integer;');
  await expect(bringUp()).rejects.toThrow('lines_by_n');
  const [left] = await askAsOwner(
    db.adminUrl,
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'lines_by_n'::regclass`,
  );
  expect(left).toEqual({ indisvalid: false });
  expect((await askAsOwner(db.adminUrl, 'SELECT name FROM migrations ORDER BY name DESC LIMIT 1'))[0]).toEqual({
    name: '0903_before',
  });
  await askAsOwner(db.adminUrl, 'DELETE FROM lines WHERE ctid NOT IN (SELECT min(ctid) FROM lines)');
  expect(await bringUp()).toEqual(['0904_lines_by_n', '0905_after']);
  const [made] = await askAsOwner(
    db.adminUrl,
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'lines_by_n'::regclass`,
  );
  expect(made).toEqual({ indisvalid: true });
});

test('[O1] a process waiting for its turn to migrate does not block an index build of the other', async () => {
  await askAsOwner(db.adminUrl, 'CREATE TABLE rows AS SELECT 1 AS n');
  await askAsOwner(db.adminUrl, 'ALTER TABLE rows OWNER TO lastro_owner');
  await writeFile(
    join(from, '0906_rows_by_n.sql'),
    '-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS rows_by_n ON rows (n);',
  );
  // The index waits for this lock, so that both are under way when it is released.
  const letGo = await holdTable('rows');
  const both = [bringUp(), bringUp()];
  await pause(1_500);
  await letGo();
  expect((await Promise.all(both)).toSorted((a, b) => b.length - a.length)).toEqual([['0906_rows_by_n'], []]);
});

test('[O1] a database of an earlier or a later version is refused in plain words, and nothing is changed', async () => {
  const other = await cloneDatabase();
  const attempt = () => migrate(other.adminUrl, { isThrowaway: true });
  await askAsOwner(other.adminUrl, `INSERT INTO migrations (name, run_on) VALUES ('0999_later', now())`);
  await expect(attempt()).rejects.toThrow('made by a later version of Lastro, whose migration 0999_later is unknown');
  await askAsOwner(other.adminUrl, `DELETE FROM migrations`);
  await askAsOwner(other.adminUrl, `INSERT INTO migrations (name, run_on) VALUES ('0001_installation', now())`);
  await expect(attempt()).rejects.toThrow('This database was made by an earlier version of Lastro; its data cannot be');
  expect(await askAsOwner(other.adminUrl, 'SELECT name FROM migrations')).toEqual([{ name: '0001_installation' }]);
  await other.close();
});

test('[O1] a failure is rolled back as a whole', async () => {
  await writeFile(join(from, '0907_good.sql'), 'CREATE TABLE good (n integer);');
  await writeFile(join(from, '0908_bad.sql'), 'ALTER TABLE nowhere ADD COLUMN n integer;');
  await expect(bringUp()).rejects.toThrow('nowhere');
  expect(await askAsOwner(db.adminUrl, `SELECT to_regclass('good') AS there`)).toEqual([{ there: null }]);
});
