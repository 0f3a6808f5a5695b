import { type Database, requireOne, type Sql } from './database.ts';
import { keepFor } from '#platform/server/keep-for.ts';
import { gauge, gaugeBy } from '#telemetry/server/metrics.ts';

/** What PostgreSQL is doing for the product's login right now. Other logins' statements are their own business. */
interface Activity {
  connections: number;
  longest_statement: number;
  longest_transaction: number;
  waiting: number;
  longest_wait: number;
}

/** pg_locks is read only while somebody waits: reading it briefly holds all of PostgreSQL's locks. */
function readActivity(sql: Sql): Promise<Activity> {
  return requireOne<Activity>(
    sql,
    `WITH activity AS MATERIALIZED (
       SELECT state, query_start, xact_start, wait_event_type FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
     )
     SELECT count(*)::integer AS connections,
       coalesce(max(extract(epoch FROM now() - query_start)) FILTER (WHERE state = 'active'), 0)::float8 AS longest_statement,
       coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float8 AS longest_transaction,
       count(*) FILTER (WHERE wait_event_type = 'Lock')::integer AS waiting,
       CASE WHEN count(*) FILTER (WHERE wait_event_type = 'Lock') = 0 THEN 0 ELSE (
         SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0) FROM pg_locks WHERE NOT granted
       ) END::float8 AS longest_wait
     FROM activity`,
  );
}

interface TableFigures {
  name: string;
  bytes: number;
  dead: number;
  dead_share: number;
  vacuumed: number | null;
}

/** With fewer dead rows than this their share says nothing about a table. */
const worthVacuuming = 10_000;

/** The tables worth reporting: the largest twenty, by figures that PostgreSQL collects anyway. */
function readTables(sql: Sql): Promise<TableFigures[]> {
  return sql.query<TableFigures>(
    `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid)::float8 AS bytes, n_dead_tup::float8 AS dead,
       CASE WHEN n_dead_tup < $1 THEN 0 ELSE n_dead_tup::float8 / (n_live_tup + n_dead_tup) END AS dead_share,
       extract(epoch FROM now() - greatest(last_vacuum, last_autovacuum))::float8 AS vacuumed
     FROM pg_stat_user_tables WHERE schemaname IN ('public', 'ledger')
     ORDER BY pg_total_relation_size(relid) DESC LIMIT 20`,
    [worthVacuuming],
  );
}

interface Upkeep {
  bytes: number;
  /** The age of the oldest unfrozen transaction, as a share of the age at which PostgreSQL forces freezing. */
  xid_share: number;
  /** Whether the latest attempt to archive a log segment failed. */
  archive_failing: boolean;
}

function readUpkeep(sql: Sql): Promise<Upkeep> {
  return requireOne<Upkeep>(
    sql,
    `SELECT pg_database_size(oid)::float8 AS bytes,
       age(datfrozenxid)::float8 / current_setting('autovacuum_freeze_max_age')::float8 AS xid_share,
       coalesce((SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver), false) AS archive_failing
     FROM pg_database WHERE datname = current_database()`,
  );
}

/**
 * Registers the gauges of the database itself: who waits for whom, what is slow, what needs vacuuming. They cost the database three queries
 * per `keptMs`, however often they are scraped.
 */
export function watchDatabase(db: Database, keptMs = 10_000): void {
  const activity = keepFor(keptMs, () => readActivity(db));
  const now = (figure: keyof Activity) => async (): Promise<number> => (await activity())[figure];
  gauge('lastro_database_connections', 'Connections to this database.', now('connections'));
  gauge(
    'lastro_database_longest_statement_seconds',
    'The age of the oldest running statement.',
    now('longest_statement'),
  );
  gauge(
    'lastro_database_longest_transaction_seconds',
    'The age of the oldest transaction.',
    now('longest_transaction'),
  );
  gauge('lastro_database_lock_waiting', 'Connections waiting for a lock.', now('waiting'));
  gauge('lastro_database_longest_lock_wait_seconds', 'How long the longest lock wait has lasted.', now('longest_wait'));

  const upkeep = keepFor(keptMs, () => readUpkeep(db));
  gauge('lastro_database_bytes', 'The size of the database.', async () => (await upkeep()).bytes);
  gauge(
    'lastro_database_xid_age_share',
    'The age of the oldest unfrozen transaction, as a share of autovacuum_freeze_max_age.',
    async () => (await upkeep()).xid_share,
  );
  gauge('lastro_wal_archive_failing', '1 if the last WAL segment could not be archived, otherwise 0.', async () =>
    Number((await upkeep()).archive_failing),
  );

  const tables = keepFor(keptMs, () => readTables(db));
  const each = (of: (table: TableFigures) => number | null) => async (): Promise<Record<string, number>> => {
    const figures = (await tables()).map((table) => [table.name, of(table)] as const);
    return Object.fromEntries(figures.filter((pair): pair is [string, number] => pair[1] !== null));
  };
  gaugeBy(
    'lastro_table_bytes',
    'The size of the largest tables, with indexes.',
    'table',
    each((of) => of.bytes),
  );
  gaugeBy(
    'lastro_table_rows_dead',
    'Dead rows of the largest tables.',
    'table',
    each((of) => of.dead),
  );
  gaugeBy(
    'lastro_table_dead_share',
    'Their share of a table’s rows, once there are ten thousand dead ones.',
    'table',
    each((of) => of.dead_share),
  );
  gaugeBy(
    'lastro_table_vacuumed_seconds',
    'Time since the largest tables were last vacuumed.',
    'table',
    each((of) => of.vacuumed),
  );
}
