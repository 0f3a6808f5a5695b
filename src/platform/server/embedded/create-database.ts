import pg from 'pg';

/** Makes a database when it is missing; `databaseUrl` leads to any database of the cluster. */
export async function createDatabase(databaseUrl: (database: string) => string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
