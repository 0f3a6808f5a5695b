import { requireOne, type Sql } from '#database/server/database.ts';
import { type Finding, fine, warn, wrong } from './finding.ts';

/** Indexes on text are sorted as the library of another version would not sort them: a unique one may let a second address in. */
export async function checkCollation(sql: Sql): Promise<Finding[]> {
  const check = 'collation';
  const { changed } = await requireOne<{ changed: string[] }>(
    sql,
    `SELECT ARRAY(
       SELECT format('%s of %s, was %s', datcollate, pg_database_collation_actual_version(oid), datcollversion)
       FROM pg_database WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)
       UNION ALL
       SELECT format('%s of %s, was %s', collname, pg_collation_actual_version(oid), collversion) FROM pg_collation
       WHERE collversion <> pg_collation_actual_version(oid)
         AND oid IN (SELECT unnest(indcollation::oid[]) FROM pg_index)) AS changed`,
  );
  if (changed.length === 0) return [fine(check, 'fine')];
  return [wrong(check, 'changed', { changed: changed.join('; ') })];
}

/** @param names the zones that customers' browsers may name, and that of the house */
export async function checkZones(
  sql: Sql,
  names: readonly string[] = Intl.supportedValuesOf('timeZone'),
): Promise<Finding[]> {
  const check = 'time_zones';
  const { missing } = await requireOne<{ missing: string[] }>(
    sql,
    `SELECT ARRAY(SELECT name FROM unnest($1::text[]) AS name EXCEPT SELECT name FROM pg_timezone_names ORDER BY 1) AS missing`,
    [names],
  );
  if (missing.length === 0) return [fine(check, 'fine', { zones: names.length })];
  return [warn(check, 'missing', { zones: missing.length, first: missing[0] ?? '' })];
}
