import type { TestProject } from 'vitest/node';
import { migrate } from '../migrate.ts';
import { startThrowawayPostgres } from '../embedded/start-throwaway-postgres.ts';
import { createDatabase } from '../embedded/create-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string;
  }
}

/** One PostgreSQL for the whole run, and in it one migrated database from which each test file's own is cloned. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres();
  await createDatabase(postgres.databaseUrl, 'template');
  await migrate(postgres.databaseUrl('template'), { isThrowaway: true });
  project.provide('clusterUrl', postgres.databaseUrl('postgres'));
  return () => postgres.stop();
}
