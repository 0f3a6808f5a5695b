import type { Sql } from './database.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

interface Power {
  login: string;
  power: string;
}

/**
 * Describes what this connection's login is, owns or may do beyond what the product needs; empty for a proper one. Checks the login itself,
 * because a role that it merely assumed is dropped with one statement.
 */
export async function findPowers(sql: Sql): Promise<Power[]> {
  return sql.query<Power>(`SELECT session_user AS login, power FROM (${powers}) AS found`);
}

/** Refuses a login with such powers: a hijacked session must not be able to become more than the product is. */
export async function requirePlainLogin(sql: Sql): Promise<void> {
  const found = await findPowers(sql);
  if (found.length > 0) throw new PlainFailure(formatPowers(found));
}

export function formatPowers(found: readonly Power[]): string {
  const what = found.map(({ power }) => power).join('; ');
  return (
    `The login ${found[0]?.login} has more rights than Lastro needs, and so would anybody who took it over: ${what}. ` +
    'Give DATABASE_URL a login that owns nothing, and DATABASE_MIGRATE_URL the owner’s (docs/operations.md, "The database").'
  );
}

/** The login itself, and every role that it could assume. */
const reach = `SELECT oid, rolname FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')`;

const ourTables = `
  SELECT c.oid, c.oid::regclass::text AS name, n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'ledger') AND c.relkind IN ('r', 'p', 'v')`;

/** Rights withheld per table: some are read-only, some append-only. */
const closedTo = `CASE
  WHEN nspname = 'ledger' OR relname IN ('migrations', 'installation', 'actions', 'action_chain') THEN 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER, REFERENCES'
  WHEN relname = 'operations' THEN 'UPDATE, DELETE, TRUNCATE, TRIGGER, REFERENCES'
  ELSE 'TRUNCATE, TRIGGER, REFERENCES' END`;

const powers = `
  SELECT 'it is a superuser' AS power FROM pg_roles WHERE rolname = session_user AND rolsuper
  UNION ALL
  SELECT other.power FROM (SELECT FROM pg_roles WHERE rolname = session_user AND NOT rolsuper) AS plain, LATERAL (
    SELECT format('it works as another role, %s', current_user) AS power WHERE current_user <> session_user
    UNION ALL
    SELECT format('it can become %s, which is a superuser', r.rolname) FROM pg_roles r JOIN (${reach}) AS within USING (oid) WHERE rolsuper
    UNION ALL
    SELECT format('%s may make roles or databases, replicate, or pass row security', r.rolname)
      FROM pg_roles r JOIN (${reach}) AS within USING (oid)
      WHERE rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
    UNION ALL
    SELECT format('it is a member of %s', rolname) FROM (${reach}) AS within
      WHERE rolname ~ '^pg_' AND rolname NOT IN ('pg_monitor', 'pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables')
    UNION ALL
    SELECT format('%s owns %s', rolname, count(*) || CASE count(*) WHEN 1 THEN ' object' ELSE ' objects' END)
      FROM pg_shdepend d JOIN (${reach}) r ON d.refobjid = r.oid AND d.refclassid = 'pg_authid'::regclass
      WHERE d.deptype = 'o' AND d.classid <> 'pg_largeobject'::regclass
      GROUP BY rolname
    UNION ALL
    SELECT CASE privilege WHEN 'CREATE' THEN 'it may create in the database' ELSE 'it may make temporary tables' END FROM unnest(ARRAY['CREATE', 'TEMPORARY']) AS privilege
      WHERE has_database_privilege(session_user, current_database(), privilege)
    UNION ALL
    SELECT format('it may create in the schema %s', nspname) FROM pg_namespace
      WHERE nspname !~ '^pg_(toast_)?temp_' AND has_schema_privilege(session_user, oid, 'CREATE')
    UNION ALL
    SELECT format('it may change %s', (array_agg(name ORDER BY name))[1] || CASE count(*) WHEN 1 THEN '' ELSE ' and others' END)
      FROM (${ourTables}) AS ours
      WHERE has_table_privilege(session_user, oid, ${closedTo})
        OR (has_any_column_privilege(session_user, oid, 'UPDATE') AND NOT has_table_privilege(session_user, oid, 'UPDATE'))
      HAVING count(*) > 0
    UNION ALL
    SELECT format('it may set %s', parname) FROM pg_parameter_acl
      WHERE has_parameter_privilege(session_user, parname, 'SET, ALTER SYSTEM')
    UNION ALL
    SELECT format('it may call %s', call) FROM unnest(ARRAY[
      'pg_read_file(text)', 'pg_read_binary_file(text)', 'pg_ls_dir(text)', 'lo_import(text)', 'lo_export(oid, text)',
      'pg_reload_conf()', 'pg_rotate_logfile()']) AS call
      WHERE has_function_privilege(session_user, call, 'EXECUTE')
  ) AS other`;
