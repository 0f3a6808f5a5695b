import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { migrate } from '#database/server/migrate.ts';
import { openDatabase, requireOne, type Sql } from '#database/server/database.ts';
import { openClient } from '#database/server/clients.ts';
import { purgeOldKeys } from '#http/server/idempotency.ts';
import { readOptions, wholeNumber } from '../scripts/read-options.ts';

/**
 * `npx tsx bench/growth.ts [rows]`: compares purging rows in batches with dropping a partition of them, and measures what partitions cost
 * writers and readers (docs/decisions/0069-growth.md). Uses a throwaway PostgreSQL with no other load.
 */
const { rows } = readOptions({
  command: 'npx tsx bench/growth.ts',
  does: 'Compares purging rows in batches with dropping a partition of them, on a throwaway PostgreSQL.',
  arguments: { rows: wholeNumber('rows of each table', { fallback: 500_000 }) },
});
const postgres = await startThrowawayPostgres();
await createDatabase(postgres.databaseUrl, 'growth');
await migrate(postgres.databaseUrl('growth', 'lastro_owner'), { mode: 'sandbox', isThrowaway: true });
const owner = await openClient({ connectionString: postgres.databaseUrl('growth') });
const db = openDatabase({ url: postgres.databaseUrl('growth', 'lastro_app') });

async function measured(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const log = (): Promise<{ bytes: number }> =>
    requireOne<{ bytes: number }>(db, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`);
  const [before, startedAt] = [await log(), performance.now()];
  await work();
  const [ms, after] = [performance.now() - startedAt, await log()];
  const each = ((after.bytes - before.bytes) / count).toFixed(0);
  console.log(
    `${what}: ${Math.round(count / (ms / 1000))} rows a second, ${(ms / 1000).toFixed(1)} s, ${each} bytes of log each`,
  );
}

const sizeOf = async (sql: Sql, table: string): Promise<string> => {
  const { mb } = await requireOne<{ mb: number }>(sql, `SELECT pg_total_relation_size('${table}')::float8 / 1e6 AS mb`);
  return `${mb.toFixed(0)} MB`;
};

const key = `overlay(overlay(md5('customer ' || n % 50000) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`;
const keys = (into: string, from: string): string => `
  INSERT INTO ${into} (customer_id, cell, key, request_hash, status, answer, created_at)
  SELECT id, cell_of(id), 'k' || n, sha256(n::text::bytea), 201, repeat('x', 400), ${from}
  FROM (SELECT n, ${key} AS id FROM generate_series(1, ${rows}) AS n) AS made`;

try {
  await owner.query('SET statement_timeout = 0');
  const partitioned = `
    CREATE TABLE keys_by_month (LIKE idempotency_keys INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at);
    ALTER TABLE keys_by_month ADD PRIMARY KEY (customer_id, key, cell, created_at);
    CREATE TABLE keys_of_before PARTITION OF keys_by_month FOR VALUES FROM (MINVALUE) TO (now() - interval '30 days');
    CREATE TABLE keys_of_now PARTITION OF keys_by_month FOR VALUES FROM (now() - interval '30 days') TO (MAXVALUE);
    GRANT ALL ON keys_by_month TO lastro_app`;
  for (const statement of partitioned.split(';').filter((each) => each.trim())) await owner.query(statement);
  const old = `now() - interval '31 days' - n * interval '1 second'`;
  const young = `now() - n * interval '1 second' / 10`;
  await measured('keys written, one table', rows, () => owner.query(keys('idempotency_keys', old)));
  await measured('keys written, one partition per month', rows, () => owner.query(keys('keys_by_month', old)));
  await owner.query(keys('idempotency_keys', young).replace(`'k' || n`, `'j' || n`));
  await owner.query(keys('keys_by_month', young).replace(`'k' || n`, `'j' || n`));
  await owner.query('VACUUM ANALYZE');
  console.log(`one table ${await sizeOf(db, 'idempotency_keys')}`);
  const look = (table: string): string => `
    DO $$ DECLARE who uuid; BEGIN FOR n IN 1..20000 LOOP
      SELECT ${key.replace('n %', '(n * 7) %')} INTO who;
      PERFORM answer FROM ${table} WHERE customer_id = who AND cell = cell_of(who) AND key = 'j' || n * 7;
    END LOOP; END $$`;
  await measured('keys looked up, one table', 20_000, () => owner.query(look('idempotency_keys')));
  await measured('keys looked up, one partition per month', 20_000, () => owner.query(look('keys_by_month')));
  await measured('keys purged in batches', rows, async () => {
    while ((await purgeOldKeys(db)) > 0);
  });
  await measured('the same, a partition dropped', rows, () => owner.query('DROP TABLE keys_of_before'));
  await measured('vacuum after purging', rows, () => owner.query('VACUUM idempotency_keys'));
  console.log(`one table afterwards ${await sizeOf(db, 'idempotency_keys')}`);
} finally {
  await db.close();
  await owner.end();
  await postgres.stop();
}
