import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../database.ts';

/** A database of its own for this test file, cloned from the migrated template, worked on as the product works: as `lastro_app`. */
export async function cloneDatabase(): Promise<Database & { url: string }> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE template`);
  await client.end();
  const url = clusterUrl.replace('/postgres?', `/${name}?`).replace(/\/postgres$/, `/${name}`);
  return { ...openDatabase({ url, role: 'lastro_app' }), url };
}
