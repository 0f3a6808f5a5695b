import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { candidatesOf, connectToPrimary, type Guard } from './find-primary.ts';
import { isLost } from './is-lost.ts';
import { requireDurable } from './require-durable.ts';

test.each([
  ['postgresql://me:pass@one:5432/lastro', ['postgresql://me:pass@one:5432/lastro']],
  [
    'postgres://one,two/lastro?sslmode=require',
    ['postgres://one/lastro?sslmode=require', 'postgres://two/lastro?sslmode=require'],
  ],
  [
    'postgresql://me:a%2Cb@one:1,[::1]:2/lastro',
    ['postgresql://me:a%2Cb@one:1/lastro', 'postgresql://me:a%2Cb@[::1]:2/lastro'],
  ],
  ['postgresql://postgres@localhost/lastro?host=%2Fa,b', ['postgresql://postgres@localhost/lastro?host=%2Fa,b']],
])('[F4] the servers of %s', (url, candidates) => expect(candidatesOf(url)).toEqual(candidates));

describe('two servers, one of them the primary', () => {
  let servers: EmbeddedPostgres[] = [];
  let url = '';
  let db: Database;

  beforeAll(async () => {
    servers = await Promise.all([startThrowawayPostgres(), startThrowawayPostgres()]);
    await Promise.all(servers.map((server) => createDatabase(server.databaseUrl, 'lastro')));
    const sockets = servers.map((server) => new URL(server.databaseUrl('lastro')).searchParams.get('host') ?? '');
    // Both were cloned from one template, including passwords.
    const { password } = new URL(servers[0]?.databaseUrl('lastro') ?? '');
    url = `postgresql://postgres:${password}@${['/nowhere', ...sockets].map(encodeURIComponent).join()}/lastro?sslmode=disable`;
    for (const [at, server] of servers.entries()) {
      await ask(server, `CREATE TABLE place AS SELECT ${at} AS number`, 'lastro');
    }
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  beforeEach(() => void (db = openDatabase({ url })));
  afterEach(() => db.close());

  async function ask(server: EmbeddedPostgres | undefined, sql: string, database = 'postgres'): Promise<void> {
    const client = new pg.Client({ connectionString: server?.databaseUrl(database) });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  /** Sets which server is writable, and cuts off all clients, as when the other one dies. */
  async function primaryIs(number: 0 | 1 | null): Promise<void> {
    for (const [at, server] of servers.entries()) {
      await ask(server, `ALTER DATABASE lastro SET default_transaction_read_only = ${at === number ? 'off' : 'on'}`);
      await ask(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'lastro'`);
    }
  }

  const write = () => db.query('UPDATE place SET number = number RETURNING number');

  test('[F4] the writable one is found, wherever it is in the list, and again after a failover', async () => {
    await primaryIs(1);
    expect(await write()).toEqual([{ number: 1 }]);
    await primaryIs(0);
    // A client that was connected to the dead server gets an error.
    await write().catch(() => {});
    expect(await write()).toEqual([{ number: 0 }]);
    expect(await db.pool.query('SELECT number FROM place').then(({ rows }) => rows)).toEqual([{ number: 0 }]);
    const client = await connectToPrimary(url);
    expect((await client.query('SELECT number FROM place')).rows).toEqual([{ number: 0 }]);
    await client.end();
  });

  test('[F4] while none is writable, the error counts as a lost connection', async () => {
    await primaryIs(null);
    const refused = await write().catch((error: unknown) => error);
    expect(isLost(refused)).toBe(true);
    await expect(connectToPrimary(url)).rejects.toThrow();
    await primaryIs(0);
    expect(await write()).toEqual([{ number: 0 }]);
  });

  test('[F4] a server that becomes read-only mid-connection is left for the other', async () => {
    await primaryIs(0);
    const client = await db.pool.connect();
    await client.query('SET default_transaction_read_only = on');
    client.release();
    expect(isLost(await write().catch((error: unknown) => error))).toBe(true);
    expect(await write()).toEqual([{ number: 0 }]);
  });

  test('[F4] a server that may lose acknowledged commits is refused', async () => {
    await primaryIs(0);
    const guarded = (guard: Guard) => openDatabase({ url, guard });
    const careless = guarded(requireDurable);
    await expect(careless.query('SELECT')).rejects.toThrow(
      'the database runs with fsync off and full_page_writes off and synchronous_commit off, so money is not safe on it',
    );
    await careless.close();
  });

  test('[F4] so is one distributed over nodes by a Citus coordinator', async () => {
    const client = new pg.Client({ connectionString: servers[0]?.databaseUrl('lastro') });
    await client.connect();
    // As its installation would leave the catalogue, without its files.
    await client.query('BEGIN; SET LOCAL allow_system_table_mods = on');
    await client.query(`INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      VALUES (99999, 'citus', 10, 11, false, '13.2')`);
    await expect(requireDurable(client)).rejects.toThrow('the extension citus, so money is not safe on it');
    await client.end();
  });
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
