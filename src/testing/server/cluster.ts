import type { TestProject } from 'vitest/node';
import { migrate } from '#database/server/migrate.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The `postgres` database, as the superuser. */
    clusterUrl: string;
    /** The same, as the product's own login. */
    runtimeUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template from which each test file's database is cloned. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres();
  await createDatabase(postgres.databaseUrl, 'template');
  await migrate(postgres.databaseUrl('template', 'lastro_owner'), { isThrowaway: true });
  project.provide('clusterUrl', postgres.databaseUrl('postgres'));
  project.provide('runtimeUrl', postgres.databaseUrl('postgres', 'lastro_app'));
  return () => postgres.stop();
}
