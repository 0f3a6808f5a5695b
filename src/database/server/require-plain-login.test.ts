import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgresFolder, majorVersionOf } from '#embedded-postgres/server/postgres-binaries.ts';
import { openDatabase } from './database.ts';
import { findPowers, requirePlainLogin } from './require-plain-login.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';

let ours: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  ours = await cloneDatabase();
  admin = new pg.Client({ connectionString: ours.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await ours.close();
});

/** INHERIT options exist in PostgreSQL 16 and later. */
const knowsInherit = Number(majorVersionOf(await findPostgresFolder())) >= 16;

test('[L1] the server’s own login is accepted as plain', async () => {
  expect(await findPowers(ours)).toEqual([]);
});

test.each<[grant: string, power: string]>([
  [`ALTER ROLE probe SUPERUSER`, 'it is a superuser'],
  [`CREATE ROLE mighty SUPERUSER; GRANT mighty TO probe`, 'it can become mighty, which is a superuser'],
  [`ALTER ROLE probe CREATEROLE`, 'probe may make roles or databases'],
  [`ALTER ROLE probe CREATEDB`, 'probe may make roles or databases'],
  [`ALTER ROLE probe REPLICATION`, 'replicate'],
  [`ALTER ROLE probe BYPASSRLS`, 'pass row security'],
  [`GRANT lastro_owner TO probe`, 'lastro_owner owns'],
  ...(knowsInherit
    ? [[`GRANT lastro_owner TO probe WITH INHERIT FALSE`, 'lastro_owner owns'] as [string, string]]
    : []),
  [`GRANT pg_execute_server_program TO probe`, 'it is a member of pg_execute_server_program'],
  [`GRANT pg_write_all_data TO probe`, 'it is a member of pg_write_all_data'],
  [`CREATE TABLE mine (); ALTER TABLE mine OWNER TO probe`, 'probe owns 1 object'],
  [`GRANT CREATE ON SCHEMA public TO probe`, 'it may create in the schema public'],
  [`GRANT CREATE ON SCHEMA public TO PUBLIC`, 'it may create in the schema public'],
  [
    `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO probe', current_database()); END $$`,
    'it may create in the database',
  ],
  [
    `DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database()); END $$`,
    'it may make temporary tables',
  ],
  [`GRANT UPDATE ON ledger.accounts TO probe`, 'it may change ledger.accounts'],
  [`GRANT INSERT ON ledger.seals TO lastro_app`, 'it may change ledger.seals'],
  [`GRANT UPDATE (balance) ON ledger.treasury TO probe`, 'it may change ledger.treasury'],
  [`GRANT TRUNCATE ON positions TO probe`, 'it may change positions'],
  [`GRANT DELETE ON actions TO lastro_app`, 'it may change actions'],
  [`GRANT INSERT ON migrations TO lastro_app`, 'it may change migrations'],
  [`GRANT SET ON PARAMETER session_replication_role TO probe`, 'it may set session_replication_role'],
  [`GRANT EXECUTE ON FUNCTION pg_read_file(text) TO probe`, 'it may call pg_read_file(text)'],
])('[L1] rejects a login with more power: after %s', async (grant, power) => {
  const url = new URL(ours.url);
  Object.assign(url, { username: 'probe', password: 'probe' });
  await admin.query(`CREATE ROLE probe LOGIN PASSWORD 'probe' IN ROLE lastro_app`);
  const db = openDatabase({ url: url.href, connections: 1 });
  try {
    expect(await findPowers(db)).toEqual([]);
    await admin.query(grant);
    await expect(requirePlainLogin(db)).rejects.toThrow(power);
  } finally {
    await db.close();
    await takeBack();
  }
});

test("[L1] rejects one that only assumes the product's role", async () => {
  const url = `${ours.adminUrl}&options=${encodeURIComponent('-c role=lastro_app')}`;
  const db = openDatabase({ url, connections: 1 });
  await expect(requirePlainLogin(db)).rejects.toThrow(/The login postgres has more rights .* it is a superuser/);
  await db.close();
});

/** Revokes what the probes were granted. */
async function takeBack(): Promise<void> {
  await admin.query(`DROP TABLE IF EXISTS mine; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    REVOKE DELETE ON actions FROM lastro_app; REVOKE INSERT ON ledger.seals FROM lastro_app; REVOKE INSERT ON migrations FROM lastro_app;
    DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;
    DROP OWNED BY probe; DROP ROLE probe; DROP ROLE IF EXISTS mighty`);
}
