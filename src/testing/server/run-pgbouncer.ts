import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { choosePostgresAccount, postgresEnvironment } from '#embedded-postgres/server/postgres-account.ts';
import { findPostgresFolder } from '#embedded-postgres/server/postgres-binaries.ts';
import { freePort } from '#platform/server/free-port.ts';

/** Debian installs it where only root's PATH looks. */
const places = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'];

/** Path of PgBouncer on this machine; null when it is not installed. */
export function findPgbouncer(): string | null {
  return places.find((place) => spawnSync(place, ['--version'], { stdio: 'ignore' }).status === 0) ?? null;
}

export interface PgbouncerOptions {
  /** The database behind it, with the login that may pass. */
  url: string;
  /** Number of connections to the database; fewer than the clients, so that they share them. */
  poolSize?: number;
  /** The port to listen on; a free one by default. */
  port?: number;
}

export interface RunningPgbouncer {
  /** The same database, through the pooler. */
  url: string;
  port: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs PgBouncer in transaction mode, configured as in docs/operations.md. */
export async function runPgbouncer({ url, poolSize = 6, ...options }: PgbouncerOptions): Promise<RunningPgbouncer> {
  const program = findPgbouncer();
  if (!program) throw new Error('PgBouncer is not installed');
  const { username, password, searchParams, hostname, port, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'lastro-pgbouncer-'));
  const listens = options.port ?? (await freePort());
  const server = searchParams.get('host') ?? hostname;
  // Run as root, PostgreSQL runs under another account; so does the pooler, which refuses root as well.
  const account = await choosePostgresAccount(await findPostgresFolder(), searchParams.get('host') ?? folder);
  const settings = `[databases]
* = host=${server} port=${port || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'userlist.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 1
server_lifetime = 3600
logfile = ${join(folder, 'pgbouncer.log')}
pidfile =
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  await writeFile(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`, { mode: 0o600 });
  if (account.owner) {
    const { uid, gid } = account.owner;
    for (const file of ['', 'pgbouncer.ini', 'userlist.txt']) await chown(join(folder, file), uid, gid);
  }
  const [command, ...rest] = [...account.prefix, program, '-q', join(folder, 'pgbouncer.ini')];
  const child = spawn(command, rest, { stdio: 'ignore', env: postgresEnvironment(), ...account.owner });
  const ended = once(child, 'exit');
  await untilListening(listens, async () => {
    const log = await readFile(join(folder, 'pgbouncer.log'), 'utf8').catch(() => '');
    throw new Error(`PgBouncer does not start: ${log}`);
  });
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${listens}${pathname}?sslmode=disable`,
    port: listens,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number, giveUp: () => Promise<never>): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await pause(20)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) await giveUp();
  }
}
