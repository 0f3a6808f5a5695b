import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '#database/server/clients.ts';
import { freePort } from '#platform/server/free-port.ts';
import { killNow } from '#testing/server/kill-now.ts';
import { descendantsOf, isAlive } from '../crash/victim.ts';
import { asPostgres, postgresUser } from './cluster/network.ts';
import { postgresPrograms } from './cluster/missing.ts';

/** PostgreSQL 15 set up as in docs/operations.md: each WAL segment is archived when full, or after a minute. */
export class ArchivedPostgres {
  readonly #folder = mkdtempSync(join(tmpdir(), 'lastro-pitr-'));
  readonly #archive = join(this.#folder, 'archive');
  readonly #passwords = Object.fromEntries(
    ['postgres', 'lastro_owner', 'lastro_app'].map((login) => [login, randomBytes(18).toString('base64url')]),
  );
  #data = join(this.#folder, 'data');
  #port = 0;
  #process: ChildProcess | null = null;

  get urls(): { runtime: string; owner: string } {
    return { runtime: this.#url('lastro_app', 'lastro'), owner: this.#url('lastro_owner', 'lastro') };
  }

  async start(): Promise<void> {
    const { uid, gid } = postgresUser();
    mkdirSync(this.#archive);
    const passwordFile = join(this.#folder, 'password');
    writeFileSync(passwordFile, `${this.#passwords.postgres}\n`, { mode: 0o600 });
    for (const path of [this.#folder, this.#archive, passwordFile]) chownSync(path, uid, gid);
    this.#port = await freePort();
    this.#program('initdb', [
      '-D',
      this.#data,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
    ]);
    appendFileSync(
      join(this.#data, 'postgresql.conf'),
      [
        `archive_mode = on`,
        `archive_command = 'test ! -f ${this.#archive}/%f && cp %p ${this.#archive}/%f'`,
        `archive_timeout = 60`,
        `restore_command = 'cp ${this.#archive}/%f %p'`,
        `listen_addresses = '127.0.0.1'`,
        `port = ${this.#port}`,
        `unix_socket_directories = ''`,
        '',
      ].join('\n'),
    );
    await this.#run();
    const admin = await openClient({ connectionString: this.#url('postgres', 'postgres') });
    try {
      for (const login of ['lastro_owner', 'lastro_app'])
        await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD ${admin.escapeLiteral(this.#passwords[login] ?? '')}`);
      await admin.query('CREATE DATABASE lastro OWNER lastro_owner');
    } finally {
      await admin.end();
    }
  }

  /** Runs pg_basebackup on the running server and returns the folder. */
  async backUp(): Promise<string> {
    const base = join(this.#folder, 'base');
    this.#program('pg_basebackup', ['-d', this.#url('postgres', 'postgres'), '-D', base, '-c', 'fast', '-X', 'none']);
    return base;
  }

  /** The time by the database's own clock, which recovery uses. */
  async now(): Promise<Date> {
    const [row] = await this.#ask<{ now: Date }>('SELECT clock_timestamp() AS now');
    if (!row) throw new Error('the database did not return the time');
    return row.now;
  }

  /** Archives the last segment, then loses the machine with everything on it except backup and archive. */
  async lose(): Promise<void> {
    const [row] = await this.#ask<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    const wanted = `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= '${row?.segment}'`;
    for (const deadline = Date.now() + 60_000; (await this.#ask(wanted)).length === 0; await sleep(100)) {
      if (Date.now() > deadline) throw new Error('the log is not archived');
    }
    await this.#kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  /** Follows docs/operations.md: copies the base backup, sets the instant and starts. */
  async recover(base: string, instant: Date): Promise<void> {
    this.#data = join(this.#folder, 'recovered');
    spawnSync('cp', ['-a', base, this.#data]);
    appendFileSync(
      join(this.#data, 'postgresql.conf'),
      `recovery_target_time = '${instant.toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`,
    );
    const signal = join(this.#data, 'recovery.signal');
    writeFileSync(signal, '');
    chownSync(signal, postgresUser().uid, postgresUser().gid);
    await this.#run();
    const isOver = 'SELECT WHERE NOT pg_is_in_recovery()';
    for (const deadline = Date.now() + 120_000; (await this.#ask(isOver)).length === 0; await sleep(100)) {
      if (Date.now() > deadline) throw new Error(`recovery does not end: see ${this.#folder}`);
    }
  }

  async remove(): Promise<void> {
    await this.#kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #kill(): Promise<void> {
    const pid = this.#process?.pid ?? 0;
    if (!pid || !isAlive(pid)) return;
    const family = [pid, ...descendantsOf(pid)];
    family.forEach(killNow);
    while (family.some(isAlive)) await sleep(10);
  }

  async #run(): Promise<void> {
    const [command, ...args] = [...asPostgres, `${postgresPrograms}/postgres`, '-D', this.#data];
    const logFile = join(this.#folder, 'log');
    const log = openSync(logFile, 'a');
    this.#process = spawn(command, args, { cwd: '/', env: environment, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
      if (await this.#ask('SELECT').then(Boolean, () => false)) return;
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL does not start: ${readFileSync(logFile, 'utf8').slice(-500)}`);
    }
  }

  async #ask<Row extends object>(sql: string): Promise<Row[]> {
    const client = await openClient({ connectionString: this.#url('postgres', 'postgres') });
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  #program(name: string, args: string[]): void {
    const [command = '', ...rest] = [...asPostgres, `${postgresPrograms}/${name}`, ...args];
    const { status, stderr } = spawnSync(command, rest, { cwd: '/', encoding: 'utf8', env: environment });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
  }

  #url(login: string, database: string): string {
    return `postgresql://${login}:${this.#passwords[login]}@127.0.0.1:${this.#port}/${database}?sslmode=disable`;
  }
}

const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/tmp' };
