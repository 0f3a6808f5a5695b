import pg from 'pg';
import { createDatabase } from '#platform/server/embedded/create-database.ts';
import { startThrowawayPostgres } from '#platform/server/embedded/start-throwaway-postgres.ts';
import { migrate } from '#platform/server/migrate.ts';

/** A PostgreSQL that is thrown away, and in it one migrated database from which any number are cloned. */
export interface Cluster {
  /** The address of a database that nobody has used. */
  clone(): Promise<string>;
  stop(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  const postgres = await startThrowawayPostgres();
  await createDatabase(postgres.databaseUrl, 'template');
  await migrate(postgres.databaseUrl('template'), { isThrowaway: true });
  let clones = 0;
  return {
    clone: async () => {
      const name = `ground_${++clones}`;
      const client = new pg.Client({ connectionString: postgres.databaseUrl('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${name} TEMPLATE template`);
      await client.end();
      return postgres.databaseUrl(name);
    },
    stop: () => postgres.stop(),
  };
}
