import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { openDatabase } from './database.ts';
import { isLost } from './is-lost.ts';
import { requireDurable } from './require-durable.ts';

let server: EmbeddedPostgres;
let url = '';
beforeAll(async () => {
  server = await startThrowawayPostgres();
  await createDatabase(server.databaseUrl, 'lastro');
  url = server.databaseUrl('lastro');
});
afterAll(() => server.stop());

test('[F4] a server that may lose acknowledged commits is refused at each connection', async () => {
  const careless = openDatabase({ url, guard: requireDurable });
  for (let time = 0; time < 2; time += 1)
    await expect(careless.query('SELECT')).rejects.toThrow(
      'the database runs with fsync off and full_page_writes off and synchronous_commit off, so money is not safe on it',
    );
  expect(careless.pool.totalCount).toBe(0);
  await careless.close();
});

test('[F4] so is one distributed over nodes by a Citus coordinator', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // As its installation would leave the catalogue, without its files.
  await client.query('BEGIN; SET LOCAL allow_system_table_mods = on');
  await client.query(`INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    VALUES (99999, 'citus', 10, 11, false, '13.2')`);
  await expect(requireDurable(client)).rejects.toThrow('the extension citus, so money is not safe on it');
  await client.end();
});

test('[F4] a server that becomes read-only, as one does that was the primary, is left at the first write', async () => {
  const db = openDatabase({ url });
  const write = () => db.query('CREATE TABLE IF NOT EXISTS place AS SELECT 1 AS number');
  await write();
  const client = await db.pool.connect();
  await client.query('SET default_transaction_read_only = on');
  client.release();
  expect(isLost(await db.query('UPDATE place SET number = 2').catch((error: unknown) => error))).toBe(true);
  await db.query('UPDATE place SET number = 2');
  await db.close();
});

test.each([
  ['on', true],
  ['remote_apply', true],
  ['remote_write', false],
  ['local', false],
  ['off', false],
])('[F4] synchronous_commit %s is durable enough for money: %s', async (value, isGood) => {
  const settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: value };
  const rows = Object.entries(settings).map(([name, setting]) => ({ name, setting }));
  const looked = requireDurable({ query: async () => ({ rows }) } as unknown as pg.ClientBase);
  await (isGood ? looked : expect(looked).rejects.toThrow(`synchronous_commit ${value}`));
});
