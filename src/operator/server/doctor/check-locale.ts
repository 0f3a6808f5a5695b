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
  if (changed.length === 0) return [fine(check, 'text is sorted as when its indexes were built')];
  return [
    wrong(
      check,
      `the version has changed: ${changed.join('; ')}: indexes on text may miss rows, or allow an address twice`,
      'As their owner, REINDEX DATABASE CONCURRENTLY, then ALTER DATABASE … REFRESH COLLATION VERSION (docs/operations.md, “The doctor”).',
    ),
  ];
}

/** @param names the zones that customers' browsers may name, and that of the house */
export async function checkZones(
  sql: Sql,
  names: readonly string[] = Intl.supportedValuesOf('timeZone'),
): Promise<Finding[]> {
  const check = 'time zones';
  const { missing } = await requireOne<{ missing: string[] }>(
    sql,
    `SELECT ARRAY(SELECT name FROM unnest($1::text[]) AS name EXCEPT SELECT name FROM pg_timezone_names ORDER BY 1) AS missing`,
    [names],
  );
  if (missing.length === 0) return [fine(check, `the database knows all ${names.length} of this machine`)];
  return [
    warn(
      check,
      `the database lacks ${missing.length} of this machine’s names, such as ${missing[0]}`,
      'Install tzdata-legacy (Debian, Ubuntu) or a newer tzdata on the database’s machine and restart PostgreSQL; customers’ days are computed here all the same.',
    ),
  ];
}
