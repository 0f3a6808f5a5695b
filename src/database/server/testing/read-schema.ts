import type { Sql } from '../database.ts';

interface Line {
  line: string;
}

/**
 * Returns every domain with its rules, every table with its columns, constraints, indexes and triggers, every view, then every function,
 * in PostgreSQL's own wording; without what only test databases have (watch-cells.ts).
 */
export async function readSchema(sql: Sql): Promise<string> {
  const domains = await sql.query<Line>(domainsSql);
  const tables = await sql.query<Line>(tablesSql);
  const views = await sql.query<Line>(viewsSql);
  const functions = await sql.query<Line>(functionsSql);
  return [...domains, ...tables, ...views, ...functions].map(({ line }) => `${line}\n`).join('\n');
}

const ours = `n.nspname IN ('public', 'ledger')`;

const domainsSql = `
  SELECT 'DOMAIN ' || n.nspname || '.' || t.typname || ' AS ' || format_type(t.typbasetype, t.typtypmod) || (
    SELECT string_agg(E'\\n  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid), '' ORDER BY conname)
    FROM pg_constraint WHERE contypid = t.oid
  ) AS line
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE t.typtype = 'd' AND ${ours} ORDER BY n.nspname, t.typname`;

const tablesSql = `
  SELECT 'TABLE ' || n.nspname || '.' || c.relname || E'\\n' || (
    SELECT string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
      || CASE WHEN a.attidentity <> '' THEN ' IDENTITY' ELSE '' END
      || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''), E'\\n' ORDER BY a.attnum)
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ) || coalesce(E'\\n' || (
    SELECT string_agg('  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid), E'\\n' ORDER BY conname)
    FROM pg_constraint WHERE conrelid = c.oid AND contype <> 'n'
  ), '') || coalesce(E'\\n' || (
    SELECT string_agg('  ' || pg_get_indexdef(i.indexrelid), E'\\n' ORDER BY i.indexrelid::regclass::text)
    FROM pg_index i WHERE i.indrelid = c.oid
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  ), '') || coalesce(E'\\n' || (
    SELECT string_agg('  ' || pg_get_triggerdef(oid), E'\\n' ORDER BY tgname)
    FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal AND tgname <> 'zz_one_cell'
  ), '') AS line
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND ${ours} AND c.relname <> 'migrations'
  ORDER BY n.nspname, c.relname`;

const viewsSql = `
  SELECT 'VIEW ' || schemaname || '.' || viewname || E'\\n' || definition AS line FROM pg_views
  WHERE schemaname IN ('public', 'ledger') ORDER BY 1`;

const functionsSql = `
  SELECT CASE p.prokind
    WHEN 'a' THEN 'AGGREGATE ' || n.nspname || '.' || p.proname || '(' || pg_get_function_arguments(p.oid) || ') '
      || g.aggtransfn || ', ' || g.aggtranstype::regtype || coalesce(' from ' || g.agginitval, '')
    ELSE pg_get_functiondef(p.oid) END AS line
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace LEFT JOIN pg_aggregate g ON g.aggfnoid = p.oid
  WHERE ${ours} ORDER BY n.nspname, p.proname, pg_get_function_identity_arguments(p.oid) COLLATE "C"`;
