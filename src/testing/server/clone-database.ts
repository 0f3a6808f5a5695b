import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#database/server/database.ts';
import { ownDatabase } from '#embedded-postgres/server/create-database.ts';
import { databaseAt } from './database-at.ts';

/** A test's own database. `url` corresponds to the product's DATABASE_URL, with the login it runs as. */
export interface TestDatabase extends Database {
  url: string;
  /** As the cluster's superuser, for what no login of the product may do. */
  adminUrl: string;
}

/** Creates a database for this test file, cloned from the migrated template or another, and connects with the product's login. */
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
