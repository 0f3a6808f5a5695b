import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findComplaints, lastOfFirstRelease, splitStatements } from './scripts/migration-rules.ts';

/** Migrations run while the product serves, when a new build runs beside the previous one (CONTRIBUTING.md, “Migrations”). */
const root = dirname(fileURLToPath(import.meta.url));
const folder = join(root, 'db', 'migrations');
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

test('[O1] no migration after the first release locks a table in use, or removes what the previous build needs', () => {
  const bound = migrations.filter((name) => lastOfFirstRelease !== null && name > `${lastOfFirstRelease}.sql`);
  const complaints = bound.flatMap((name) =>
    findComplaints(readFileSync(join(folder, name), 'utf8')).map(
      ({ statement, why }) => `${name}: ${statement}: ${why}`,
    ),
  );
  expect(complaints).toEqual([]);
});

test('[O1] a repository with a release names its last migration', () => {
  // Outside a repository no release is known.
  const tags = ((): string => {
    try {
      return execFileSync('git', ['tag', '--list', 'v*'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      return '';
    }
  })();
  if (tags.trim() !== '') expect(migrations).toContain(`${lastOfFirstRelease}.sql`);
  expect(migrations.map((name) => name.slice(0, 4))).toEqual(
    migrations.map((_name, at) => String(at + 1).padStart(4, '0')),
  );
});

test.each([
  'CREATE INDEX a ON positions (cell)',
  'CREATE UNIQUE INDEX a ON ledger.journals (cell)',
  'DROP TABLE notices',
  'ALTER TABLE mails DROP COLUMN about',
  'ALTER TABLE mails RENAME COLUMN about TO topic',
  'ALTER TABLE mails RENAME TO letters',
  'ALTER TABLE mails ALTER COLUMN kind TYPE varchar(9)',
  'ALTER TABLE mails ALTER kind SET NOT NULL',
  'ALTER TABLE mails ADD COLUMN a integer NOT NULL',
  'ALTER TABLE mails ADD COLUMN a uuid DEFAULT gen_random_uuid()',
  'ALTER TABLE mails ADD CONSTRAINT a CHECK (b > 0)',
  'ALTER TABLE mails ADD CONSTRAINT a FOREIGN KEY (b) REFERENCES c (d)',
  'ALTER TABLE mails ADD CONSTRAINT a UNIQUE (b)',
  'UPDATE customers SET a = 1',
  'DELETE FROM notices',
  'LOCK TABLE customers',
  'VACUUM FULL customers',
  'TRUNCATE notices',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c)',
])('[O1] refuses on a table in use: %s', (statement) => {
  expect(findComplaints(`-- What it is.\n${statement};\n`)).not.toEqual([]);
});

test.each([
  'CREATE TABLE a (b integer); CREATE INDEX c ON a (b); ALTER TABLE a ADD CONSTRAINT d CHECK (b > 0); UPDATE a SET b = 1;',
  'ALTER TABLE mails ADD COLUMN a integer;',
  'ALTER TABLE mails ADD COLUMN a integer NOT NULL DEFAULT 0;',
  'ALTER TABLE mails ADD CONSTRAINT a CHECK (b > 0) NOT VALID;',
  'ALTER TABLE mails VALIDATE CONSTRAINT a;',
  'ALTER TABLE mails ADD CONSTRAINT a UNIQUE USING INDEX b;',
  `CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE customers SET a = 1; DROP TABLE b $$;`,
  '-- contracts: 0.3\nALTER TABLE mails DROP COLUMN about;',
  `INSERT INTO settings VALUES ('a; DROP TABLE b', '-- no comment');`,
])('[O1] accepts: %s', (sql) => {
  expect(findComplaints(sql)).toEqual([]);
});

test('[O1] an index on a table in use stands alone, outside a transaction, and can be retried', () => {
  const index = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c);';
  expect(findComplaints(`-- outside a transaction\n${index}`)).toEqual([]);
  expect(findComplaints(`-- outside a transaction\n${index}\n${index}`)).not.toEqual([]);
  expect(findComplaints(`-- outside a transaction\nALTER TABLE a ADD COLUMN IF NOT EXISTS b integer;`)).not.toEqual([]);
});

test('[O1] does not split function bodies and string literals into statements', () => {
  expect(splitStatements(`-- one;\nSELECT ';' /* two; */;\nDO $x$ BEGIN; END; $x$;`)).toEqual([`SELECT ';'`, 'DO …']);
});
