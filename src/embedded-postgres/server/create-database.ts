import type pg from 'pg';
import { openClient } from '#database/server/clients.ts';

type UrlOf = (database: string) => string;

/**
 * Creates a missing database and gives it to the owner's login, including what another login created in it before. Other logins can create
 * nothing there, not even temporary tables. `adminUrl` connects to any database of the cluster as its superuser.
 */
export async function createDatabase(adminUrl: UrlOf, name: string): Promise<void> {
  await asAdmin(adminUrl('postgres'), async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    await ownDatabase(client, name);
  });
  await asAdmin(adminUrl(name), async (client) => void (await client.query(ownEverything)));
}

/** The settings that a copy of a database does not carry over. */
export async function ownDatabase(client: pg.Client, name: string): Promise<void> {
  const database = client.escapeIdentifier(name);
  await client.query(`ALTER DATABASE ${database} OWNER TO lastro_owner`);
  await client.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
}

/** Idempotent: objects already owned are left alone. A column's own sequence follows its table. */
const ownEverything = `
  DO $$
  DECLARE
    each record;
  BEGIN
    FOR each IN SELECT nspname FROM pg_namespace WHERE nspname = 'ledger' AND nspowner <> 'lastro_owner'::regrole LOOP
      EXECUTE format('ALTER SCHEMA %I OWNER TO lastro_owner', each.nspname);
    END LOOP;
    FOR each IN
      SELECT c.oid::regclass AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS kind
      FROM pg_class c
      WHERE c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'ledger'))
        AND c.relkind IN ('r', 'p', 'v', 'S') AND c.relowner <> 'lastro_owner'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
    LOOP
      EXECUTE format('ALTER %s %s OWNER TO lastro_owner', each.kind, each.name);
    END LOOP;
    FOR each IN
      SELECT p.oid::regprocedure AS name FROM pg_proc p
      WHERE p.pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'ledger'))
        AND p.proowner <> 'lastro_owner'::regrole
    LOOP
      EXECUTE format('ALTER ROUTINE %s OWNER TO lastro_owner', each.name);
    END LOOP;
    IF has_function_privilege('public', 'lo_create(oid)', 'EXECUTE') THEN
      REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;
    END IF;
  END
  $$`;

async function asAdmin<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openClient({ connectionString: url });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
