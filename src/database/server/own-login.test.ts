import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { openDatabase } from './database.ts';

let world: World;
let admin: pg.Client;

/** Sets up a database in which somebody has money, so that there is something to steal. */
beforeAll(async () => {
  world = await openWorld();
  await (await world.investor({ balance: '500' })).post('/api/stake', { amount: 100, time_stake: 30 });
  await importLines(world.db, [line(world.now, '1', 'something')], { now: world.now, product: 'copytrade' });
  await world.db.query(`SELECT record_action('carla', NULL, NULL, NULL, 'a deed', '{}', NULL, NULL)`);
  admin = new pg.Client({ connectionString: world.db.adminUrl });
  await admin.connect();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await admin.end();
  await world.close();
});

/** Runs statements as the product's own login, in a session of its own; returns PostgreSQL's verdict. */
async function tryAs(url: string, statements: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
    return 'done';
  } catch (error) {
    return `${(error as pg.DatabaseError).code}`;
  } finally {
    await client.end();
  }
}

const noRight = '42501';
const neverChanged = 'LB003';

test.each([
  // Writing money.
  `INSERT INTO ledger.journals (owner, number, key, kind, amounts, happened_at, hash)
     VALUES (ledger.house(), 9, 'made up', 'deposit_settled', '{1}', now(), '')`,
  `INSERT INTO ledger.accounts (owner, balance) VALUES (ledger.house(), 1000000)`,
  `INSERT INTO ledger.seals SELECT * FROM ledger.seals`,
  `UPDATE ledger.accounts SET balance = balance + 1000000`,
  `UPDATE ledger.accounts SET frozen_at = NULL`,
  `UPDATE ledger.treasury SET balance = balance + 1000000`,
  `UPDATE ledger.journals SET amounts = '{1}'`,
  `UPDATE ledger.seals SET number = 0`,
  `UPDATE ledger.product_seals SET mark = 0`,
  `DELETE FROM ledger.journals`,
  `TRUNCATE ledger.journals`,
  `TRUNCATE positions CASCADE`,
  `SELECT FROM ledger.accounts FOR UPDATE`,
  `BEGIN; LOCK TABLE ledger.accounts IN ROW EXCLUSIVE MODE`,
  `SELECT ledger.lock_accounts(ledger.house())`,
  `SELECT ledger.refuse_kind('test', true, NULL, '{}')`,
  `SELECT ledger.add_kind('gift', '{funding>balance}')`,
  `SELECT ledger.retire_kind('deposit_settled')`,
  // Disabling its protection.
  `ALTER TABLE ledger.journals DISABLE TRIGGER ALL`,
  `DROP TRIGGER journals_never_change ON ledger.journals`,
  `CREATE OR REPLACE VIEW ledger.entries AS SELECT 1 AS a`,
  `DROP TRIGGER actions_never_change ON actions`,
  `CREATE TRIGGER mine BEFORE INSERT ON positions FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE RULE mine AS ON INSERT TO positions DO INSTEAD NOTHING`,
  `ALTER DOMAIN ledger.left_over DROP CONSTRAINT accounts_never_below_zero`,
  `ALTER TABLE ledger.journals DROP CONSTRAINT an_event_is_posted_once`,
  `ALTER TABLE positions OWNER TO lastro_app`,
  `DROP TABLE positions`,
  `CREATE INDEX ON positions (amount)`,
  `SET session_replication_role = replica`,
  `SELECT set_config('session_replication_role', 'replica', false)`,
  `ALTER ROLE lastro_app SET session_replication_role = replica`,
  `ALTER DATABASE template SET session_replication_role = replica`,
  `CREATE OR REPLACE FUNCTION ledger.post(ledger.new_journal[], boolean)
     RETURNS TABLE (n bigint, outcome text, account text, number bigint) LANGUAGE sql AS 'SELECT 1, NULL, NULL, 1'`,
  `ALTER FUNCTION ledger.post RESET search_path`,
  `DROP FUNCTION ledger.post`,
  // Tables that are append-only, and those that record how the tables came about.
  `DELETE FROM actions`,
  `INSERT INTO actions SELECT number + 1, happened_at, 'nobody', NULL, NULL, NULL, action, details, NULL, NULL, hash FROM actions`,
  `UPDATE action_chain SET number = 0`,
  `UPDATE actions SET operator = 'nobody'`,
  `TRUNCATE actions`,
  `UPDATE operations SET payout = 0`,
  `DELETE FROM migrations`,
  `INSERT INTO migrations (name, run_on) VALUES ('0999_mine', now())`,
  // Becoming another role.
  `SET ROLE postgres`,
  `SET ROLE lastro_owner`,
  `SELECT set_config('role', 'postgres', false)`,
  `SELECT set_config('role', 'lastro_owner', false)`,
  `SET SESSION AUTHORIZATION postgres`,
  `SET SESSION AUTHORIZATION lastro_owner`,
  `SELECT set_config('session_authorization', 'postgres', false)`,
  `ALTER ROLE lastro_app SUPERUSER`,
  `ALTER ROLE lastro_app CREATEROLE`,
  `ALTER ROLE postgres PASSWORD 'mine'`,
  `ALTER ROLE lastro_owner PASSWORD 'mine'`,
  `CREATE ROLE mine SUPERUSER`,
  `GRANT postgres TO lastro_app`,
  `GRANT lastro_owner TO lastro_app`,
  `GRANT pg_execute_server_program TO lastro_app`,
  `REASSIGN OWNED BY postgres TO lastro_app`,
  `SELECT rolpassword FROM pg_authid`,
  // Creating objects.
  `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  `CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  `CREATE FUNCTION ledger.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  `CREATE TABLE public.mine ()`,
  `CREATE TEMP TABLE mine ()`,
  `CREATE TEMP VIEW mine AS SELECT 1`,
  `CREATE SCHEMA mine`,
  `CREATE EXTENSION pgcrypto`,
  `CREATE EXTENSION file_fdw`,
  `CREATE LANGUAGE mine HANDLER plpgsql_call_handler`,
  `CREATE DATABASE mine`,
  `CREATE TABLESPACE mine LOCATION '/tmp'`,
  `CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION refuse_change()`,
  `CREATE PUBLICATION mine FOR ALL TABLES`,
  `CREATE SUBSCRIPTION mine CONNECTION '' PUBLICATION mine`,
  `CREATE FOREIGN DATA WRAPPER mine`,
  `SELECT lo_create(0)`,
  `SELECT lo_creat(-1)`,
  `SELECT lo_from_bytea(0, 'x')`,
  // Reaching the machine.
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `COPY positions FROM PROGRAM 'true'`,
  `COPY (SELECT 1) TO '/tmp/mine'`,
  `COPY actions FROM '/etc/passwd'`,
  `SELECT pg_read_file('/etc/passwd')`,
  `SELECT pg_read_binary_file('PG_VERSION')`,
  `SELECT pg_ls_dir('.')`,
  `SELECT pg_ls_waldir()`,
  `SELECT pg_stat_file('PG_VERSION')`,
  `SELECT lo_import('/etc/passwd')`,
  `SELECT lo_export(1, '/tmp/mine')`,
  `LOAD 'plpgsql'`,
  `ALTER SYSTEM SET fsync = off`,
  `SELECT pg_reload_conf()`,
  `SELECT pg_rotate_logfile()`,
  `SELECT pg_switch_wal()`,
  `SELECT pg_create_physical_replication_slot('mine')`,
  `SELECT pg_backup_start('mine')`,
  `SELECT pg_promote()`,
  `CHECKPOINT`,
  `SELECT pg_hba_file_rules()`,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'`,
])('[L1] the product’s own login cannot run: %s', async (statement) => {
  expect(await tryAs(world.db.url, statement)).toBe(noRight);
});

test("[L1] nor see others' statements", async () => {
  const [{ said } = { said: '' }] = await world.db.query<{ said: string }>(
    `SELECT string_agg(query, '') AS said FROM pg_stat_activity WHERE usename = 'postgres'`,
  );
  expect(said).toMatch(/^(<insufficient privilege>)+$/);
});

test('[L1] resetting its role leaves it unchanged: there is no other role beneath', async () => {
  const client = new pg.Client({ connectionString: world.db.url });
  await client.connect();
  for (const statement of [
    `SELECT set_config('role', 'none', false)`,
    'RESET ROLE',
    'RESET SESSION AUTHORIZATION',
    'RESET ALL',
    'DISCARD ALL',
  ]) {
    await client.query(statement);
    const { rows } = await client.query('SELECT session_user AS login, current_user AS role');
    expect([statement, rows]).toEqual([statement, [{ login: 'lastro_app', role: 'lastro_app' }]]);
  }
  await client.end();
  expect(await tryAs(world.db.url, `SELECT set_config('role', 'none', false); COPY (SELECT 1) TO PROGRAM 'true'`)).toBe(
    noRight,
  );
});

test('[L1] a role it sets for its next session has no effect', async () => {
  const { pathname } = new URL(world.db.url);
  const settings = `ALTER ROLE lastro_app IN DATABASE ${pathname.slice(1)}`;
  expect(await tryAs(world.db.url, `${settings} SET role = 'postgres'`)).toBe('done');
  const next = openDatabase({ url: world.db.url, connections: 1 });
  const role = await next.query('SELECT current_user AS role').catch((error: pg.DatabaseError) => error.code);
  await next.close();
  await admin.query(`${settings} RESET ALL`);
  expect([noRight, '22023', JSON.stringify([{ role: 'lastro_app' }])]).toContain(
    typeof role === 'string' ? role : JSON.stringify(role),
  );
});

test('[L1] append-only rows are never changed afterwards, even by a role with every right', async () => {
  for (const statement of ['DELETE FROM actions', 'UPDATE operations SET payout = 0', 'TRUNCATE ledger.journals'])
    expect(await tryAs(world.db.adminUrl, statement)).toBe(neverChanged);
});

test('[L1] nobody can connect without a password, not even as the superuser of the built-in database', async () => {
  for (const login of ['postgres', 'lastro_owner', 'lastro_app']) {
    for (const password of ['', 'postgres', login]) {
      const url = new URL(world.db.url);
      Object.assign(url, { username: login, password });
      await expect(tryAs(url.href, 'SELECT 1')).rejects.toThrow(/password/);
    }
  }
});

test('[L1] its rights cover what later migrations create: it can use the new tables, but only read those of the ledger', async () => {
  const owner = `SET ROLE lastro_owner; CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY, what text);
    CREATE TABLE ledger.later (); CREATE FUNCTION ledger.later() RETURNS int LANGUAGE sql AS 'SELECT 1';
    CREATE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1'`;
  expect(await tryAs(world.db.adminUrl, owner)).toBe('done');
  const work = `INSERT INTO later (what) VALUES ('x'); UPDATE later SET what = 'y'; DELETE FROM later; SELECT later();
    SELECT FROM ledger.later`;
  expect(await tryAs(world.db.url, work)).toBe('done');
  for (const statement of [
    'INSERT INTO ledger.later DEFAULT VALUES',
    'SELECT ledger.later()',
    'TRUNCATE later',
    'DROP TABLE later',
  ])
    expect([statement, await tryAs(world.db.url, statement)]).toEqual([statement, noRight]);
  expect(await tryAs(world.db.adminUrl, 'DROP TABLE later, ledger.later; DROP FUNCTION later, ledger.later')).toBe(
    'done',
  );
});

test('[L1] every security-definer function belongs to the owner and searches only its own schema', async () => {
  const { rows } = await admin.query<{ name: string; owner: string; path: string }>(
    `SELECT oid::regproc::text AS name, pg_get_userbyid(proowner) AS owner, array_to_string(proconfig, ' ') AS path
     FROM pg_proc WHERE prosecdef AND pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  expect(rows.map(({ name }) => name)).toContain('ledger.post');
  for (const { name, owner, path } of rows)
    expect([name, owner, path]).toEqual([
      name,
      'lastro_owner',
      expect.stringMatching(
        /^search_path=(ledger|public|pg_catalog), pg_temp( plan_cache_mode=force_generic_plan)?( lock_timeout=50ms)?$/,
      ),
    ]);
  const owners = await admin.query<{ owner: string }>(
    `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
     WHERE relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)`,
  );
  expect(owners.rows).toEqual([{ owner: 'lastro_owner' }]);
});
