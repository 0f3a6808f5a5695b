import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/server/database.ts';
import { ownDatabase } from '#embedded-postgres/server/create-database.ts';
import { databaseAt } from './database-at.ts';

/** A database of a test's own. `url` is what DATABASE_URL is to the product: the login that it works as. */
export interface TestDatabase extends Database {
  url: string;
  /** As the cluster's superuser: for what no login of the product can do. */
  adminUrl: string;
}

/** A database of its own for this test file, cloned from the migrated template or another, worked on by the login that the product has. */
export async function cloneDatabase(template = 'template'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await ownDatabase(client, name);
  await client.end();
  const url = databaseAt(inject('runtimeUrl'), name);
  return { ...openDatabase({ url }), url, adminUrl: databaseAt(inject('clusterUrl'), name) };
}
