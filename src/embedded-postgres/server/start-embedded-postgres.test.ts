import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPostmasterFile } from './left-behind-postmaster.ts';
import { choosePostgresAccount, postgresEnvironment } from './postgres-account.ts';
import { socketAddress } from './postgres-address.ts';
import { findPostgresFolder, postgresProgram } from './postgres-binaries.ts';
import { readPasswords } from './postgres-logins.ts';
import { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './start-embedded-postgres.ts';

const root = mkdtempSync(join(tmpdir(), 'lastro-embedded-'));
const prepared = join(root, 'prepared');
const running: EmbeddedPostgres[] = [];
const inherited = ['PGPORT', 'PGDATA', 'PGTZ'];
const shortFolders: string[] = [];
let said: string[] = [];
/** Assertions about the version hold for the bundled one. */
const isAnother = process.env.TEST_POSTGRES_FOLDER !== undefined;

beforeAll(async () => {
  const postgres = await start(prepared);
  await ask(postgres, 'create table deposits (cents int)');
  await postgres.stop();
});
afterEach(async () => {
  for (const name of inherited) delete process.env[name];
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  said = [];
});
afterAll(() => {
  for (const folder of [root, ...shortFolders]) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

describe('the embedded PostgreSQL', () => {
  it.skipIf(isAnother)(
    'uses UTF8, the pinned collation, checksums and durable commits, whatever the environment says',
    async () => {
      Object.assign(process.env, { PGPORT: '6000', PGDATA: '/nowhere', PGTZ: 'Asia/Tehran' });
      const postgres = await start(copyOfPrepared());
      const names = ['server_encoding', 'data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit'];
      const [settings] = await ask(
        postgres,
        `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
      );
      expect(settings).toEqual({
        server_encoding: 'UTF8',
        data_checksums: 'on',
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
      });
      const [database] = await ask(
        postgres,
        `select datlocprovider, datlocale from pg_database where datname = 'lastro'`,
      );
      expect(database).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' });
    },
  );

  it('keeps committed rows across a restart, at the same address', async () => {
    const dataDir = copyOfPrepared();
    const first = await start(dataDir);
    await ask(first, 'insert into deposits values (100)');
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second, 'select cents from deposits')).toEqual([{ cents: 100 }]);
    expect(second.databaseUrl('lastro')).toBe(first.databaseUrl('lastro'));
  });

  it('refuses a second start on the same folder with one sentence', async () => {
    const dataDir = copyOfPrepared();
    await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(/^The database in .* is in use by another process \(\d+\)\.$/);
  });

  it.skipIf(isAnother)('refuses data of another major version with one sentence', async () => {
    const dataDir = copyOfPrepared();
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow('was created by PostgreSQL 17, and this Lastro includes 18');
  });

  it('reports that it was killed, and a new start finds every committed row', async () => {
    const dataDir = copyOfPrepared();
    const first = await start(dataDir);
    await ask(first, 'insert into deposits select generate_series(1, 500)');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await start(dataDir);
    expect(await ask(second, 'select count(*)::int as rows from deposits')).toEqual([{ rows: 500 }]);
  });

  it('listens in a short folder when the DATA_DIR path is too long for a socket', async () => {
    const dataDir = copyOfPrepared('long'.repeat(30));
    const postgres = await start(dataDir);
    expect(postgres.databaseUrl('lastro').length).toBeLessThan(dataDir.length);
    expect(await ask(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    shortFolders.push(new URL(postgres.databaseUrl('lastro')).searchParams.get('host') ?? '');
  });

  it('requires the password when it listens on the loopback', async () => {
    const postgres = await start(join(root, 'loopback'), 'loopback');
    expect(await ask(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    const withoutPassword = postgres.databaseUrl('lastro').replace(/postgres:[\w-]+@/, 'postgres:guess@');
    await expect(askUrl(withoutPassword, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('starts despite a stale postmaster.pid whose number another process now has', async () => {
    const dataDir = copyOfPrepared();
    const file = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n.\n\n  1 1\nready   \n`;
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), file, { mode: 0o600 });
    expect(await ask(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('access control', () => {
  it('[L1] a cluster from before passwords requires one, and the superuser’s objects pass to the owner', async () => {
    const dataDir = copyOfPrepared();
    const old = await start(dataDir);
    await askUrl(
      old.databaseUrl('lastro'),
      'create schema ledger; create table ledger.entries (id serial); create view all_of_it as table deposits',
    );
    await askUrl(
      old.databaseUrl('lastro'),
      'create function ledger.one() returns int language sql return 1; alter table deposits owner to postgres',
    );
    await askUrl(
      old.databaseUrl('lastro'),
      'alter database lastro owner to postgres; alter role postgres password null',
    );
    await old.stop();
    rmSync(join(dataDir, 'postgres-logins.json'));
    writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n');
    const postgres = await start(dataDir);
    expect(await askUrl(postgres.databaseUrl('lastro', 'lastro_owner'), 'select cents from deposits')).toEqual([]);
    expect(await ask(postgres, ownersOfAll)).toEqual([{ owner: 'lastro_owner' }]);
    await refusesAllOthers(postgres);
  });

  it('[L1] a cluster whose passwords were lost gets new ones, and opened access rules are closed again', async () => {
    const dataDir = copyOfPrepared();
    rmSync(join(dataDir, 'postgres-logins.json'));
    const first = await start(dataDir);
    await refusesAllOthers(first);
    await first.stop();
    writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n');
    const second = await start(dataDir);
    await refusesAllOthers(second);
    expect(second.databaseUrl('lastro')).toBe(first.databaseUrl('lastro'));
    expect(statSync(join(dataDir, 'postgres-logins.json')).mode & 0o777).toBe(0o600);
  });

  it('[L1] what the product’s login changed about itself is reverted at the next start', async () => {
    const dataDir = copyOfPrepared();
    const first = await start(dataDir);
    await askUrl(
      first.databaseUrl('lastro', 'lastro_app'),
      `alter role lastro_app password 'mine'; alter role lastro_app set statement_timeout = 1`,
    );
    await first.stop();
    const second = await start(dataDir);
    const url = second.databaseUrl('lastro', 'lastro_app');
    expect(await askUrl(url, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
  });
});

describe('after kill -9', () => {
  it('of the program that started it, it shuts down cleanly on its own', async () => {
    const dataDir = copyOfPrepared();
    const { parent, pid, url } = await startInAnotherProcess(dataDir);
    await askUrl(url, 'insert into deposits values (7)');
    parent.kill('SIGKILL');
    await untilGone(pid);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/);
    expect(await ask(await start(dataDir), 'select cents from deposits')).toEqual([{ cents: 7 }]);
  });

  it('of that program and its watchdog, the next start ends the orphan and finds its rows', async () => {
    const dataDir = copyOfPrepared();
    const left = await runWithoutWatchdog(join(dataDir, 'postgres'));
    await askUrl(left.url, 'insert into deposits values (8)');
    expect(await ask(await start(dataDir), 'select cents from deposits')).toEqual([{ cents: 8 }]);
    expect(said.join()).toContain(`left behind (process ${left.pid})`);
    expect(isAlive(left.pid)).toBe(false);
  });

  it('during the creation of the database, the next start creates it', async () => {
    const dataDir = join(root, 'half-made');
    const parent = runInAnotherProcess(dataDir);
    await once(parent.stdout, 'data');
    await sleep(150);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(readdirSync(dataDir)).not.toContain('postgres');
    expect(await ask(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).filter((name) => name.includes('draft'))).toEqual([]);
  });
});

async function start(dataDir: string, transport: EmbeddedOptions['transport'] = 'socket'): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, transport, log: (line) => said.push(line) });
  running.push(postgres);
  return postgres;
}

/** Creating a cluster takes most of a second, and only two of these tests are about that. */
function copyOfPrepared(name = `data-${Math.random().toString(36).slice(2)}`): string {
  const dataDir = join(root, name);
  execFileSync('cp', ['-Rp', prepared, dataDir]);
  return dataDir;
}

type Parent = ChildProcessByStdio<null, Readable, null>;

function runInAnotherProcess(dataDir: string): Parent {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'start-embedded-postgres.ts'))};
    const { pid, databaseUrl } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: console.log });
    console.log(JSON.stringify({ pid, url: databaseUrl('lastro') }));
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

const ownersOfAll = `select distinct pg_get_userbyid(owner) as owner from (
  select relowner as owner from pg_class where relnamespace::regnamespace::text in ('public', 'ledger')
  union all select proowner from pg_proc where pronamespace = 'ledger'::regnamespace
  union all select nspowner from pg_namespace where nspname = 'ledger'
  union all select datdba from pg_database where datname = 'lastro') as owned`;

/** Tries the socket without the login's password, and with another's. */
async function refusesAllOthers(postgres: EmbeddedPostgres): Promise<void> {
  for (const login of ['postgres', 'lastro_owner', 'lastro_app'] as const) {
    const url = new URL(postgres.databaseUrl('lastro', login));
    expect(await askUrl(url.href, 'select current_user as login')).toEqual([{ login }]);
    for (const password of [
      '',
      'postgres',
      new URL(postgres.databaseUrl('lastro', login === 'postgres' ? 'lastro_app' : 'postgres')).password,
    ]) {
      url.password = password;
      await expect(askUrl(url.href, 'select 1')).rejects.toThrow(/password/);
    }
  }
}

async function startInAnotherProcess(dataDir: string): Promise<{ parent: Parent; pid: number; url: string }> {
  const parent = runInAnotherProcess(dataDir);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, ...(JSON.parse(line.toString()) as { pid: number; url: string }) };
}

async function runWithoutWatchdog(clusterFolder: string): Promise<{ pid: number; url: string }> {
  const account = await choosePostgresAccount(await findPostgresFolder(), clusterFolder);
  const address = await socketAddress(clusterFolder, account);
  const settings = Object.entries(address.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = postgresProgram(account.folder, 'postgres');
  const [command = '', ...args] = [...account.prefix, postgres, '-D', account.dataArgument, ...settings];
  const { pid = 0 } = spawn(command, args, {
    cwd: clusterFolder,
    env: postgresEnvironment(),
    stdio: 'ignore',
    detached: true,
    ...account.owner,
  });
  while ((await readPostmasterFile(clusterFolder))?.status !== 'ready') await sleep(10);
  const passwords = await readPasswords(dirname(clusterFolder));
  return { pid, url: address.urlOf('lastro', 'postgres', passwords?.postgres ?? '') };
}

function ask(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  return askUrl(postgres.databaseUrl('lastro'), sql);
}

async function askUrl(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client.query(sql).then(
    ({ rows }) => client.end().then(() => rows as unknown[]),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  for (let i = 0; i < 1_200 && isAlive(pid); i++) await sleep(25);
  expect(isAlive(pid)).toBe(false);
}
