import { openClient } from '#database/server/clients.ts';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeLocks } from '#embedded-postgres/server/change-locks.ts';
import { copyRunningCluster } from '#embedded-postgres/server/copy-running-cluster.ts';
import { createCluster } from '#embedded-postgres/server/create-cluster.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { choosePostgresAccount, handOver } from '#embedded-postgres/server/postgres-account.ts';
import { findPostgresFolder } from '#embedded-postgres/server/postgres-binaries.ts';
import { drawPasswords, type Login, settleLogins } from '#embedded-postgres/server/postgres-logins.ts';
import { postgresSettings } from '#embedded-postgres/server/postgres-settings.ts';
import { runPostmaster } from '#embedded-postgres/server/run-postmaster.ts';
import { freePort } from '#platform/server/free-port.ts';
import { Link } from './link.ts';
import { killNow } from '#testing/server/kill-now.ts';
import { descendantsOf, isAlive } from './victim.ts';

interface Member {
  port: number;
  folder: string;
  process: ChildProcess | null;
}

export interface PairOptions {
  /** Uses an asynchronous standby. A control: commits answered without it are lost if it has not received them. */
  isAsynchronous?: boolean;
}

/** The way in which a primary is lost. */
export interface Death {
  /** How long the standby receives nothing before the primary dies. */
  stalledMs: number;
  /** Whether somebody meanwhile loses patience and cancels sessions waiting for the standby. */
  cutsWaitsShort: boolean;
}

/** A primary and its synchronous standby; the primary dies for good, again and again. */
export class Pair {
  readonly #folder = mkdtempSync(join(tmpdir(), 'lastro-pair-'));
  readonly #link = new Link();
  /** The address that moves: it leads to whichever server is the primary. */
  readonly #address = new Link();
  readonly #isSynchronous: boolean;
  #linkPort = 0;
  #members: [Member, Member] = [this.#member('a'), this.#member('b')];
  readonly #passwords = drawPasswords();
  /** URLs that lead to the primary, for the product's own login and for the owner's. */
  urls = { runtime: '', owner: '' };

  constructor({ isAsynchronous = false }: PairOptions = {}) {
    this.#isSynchronous = !isAsynchronous;
  }

  async start(): Promise<void> {
    this.#linkPort = await this.#link.lay();
    for (const member of this.#members) member.port = await freePort();
    const [primary] = this.#members;
    const host = `127.0.0.1:${await this.#address.lay()}`;
    this.#address.leadTo(primary.port);
    this.urls = {
      runtime: this.#urlAt(host, 'lastro', 'lastro_app'),
      owner: this.#urlAt(host, 'lastro', 'lastro_owner'),
    };
    const cluster = { account: await this.#account(primary), clusterFolder: primary.folder };
    await createCluster(cluster);
    await changeLocks({ ...cluster, disregardPid: null }, this.#passwords.postgres);
    await this.#run(primary);
    await settleLogins(this.#urlOf(primary, 'postgres'), this.#passwords);
    await createDatabase((database) => this.#urlOf(primary, database), 'lastro');
    await this.addStandby();
  }

  /** Adds a standby: a copy of the running primary that follows it. */
  async addStandby(): Promise<void> {
    const [primary, standby] = this.#members;
    this.#link.leadTo(primary.port);
    await copyRunningCluster({ databaseUrl: this.#urlOf(primary), clusterFolder: primary.folder }, standby.folder);
    writeFileSync(join(standby.folder, 'standby.signal'), '');
    await this.#run(standby);
    await this.#untilFollowed('streaming');
    if (!this.#isSynchronous) return;
    await this.#waitFor('standby');
    await this.#untilFollowed('sync');
  }

  /** Kills the primary for good, files included, and promotes the standby. */
  async failOver({ stalledMs, cutsWaitsShort }: Death): Promise<void> {
    const [primary, standby] = this.#members;
    this.#link.stall();
    for (const end = Date.now() + stalledMs; Date.now() < end; await sleep(50)) {
      if (cutsWaitsShort) await ask(this.#urlOf(primary), cancelWaits).catch(() => {});
    }
    await kill(primary);
    this.#link.cut();
    rmSync(primary.folder, { recursive: true, force: true, maxRetries: 5 });
    await ask(this.#urlOf(standby), 'SELECT pg_promote(true, 60)');
    this.#address.leadTo(standby.port);
    this.#members = [standby, primary];
    // The new primary has no standby, so there is nothing to wait for until it has one again.
    await this.#waitFor('');
  }

  async stop(): Promise<void> {
    await Promise.all([this.#link.remove(), this.#address.remove()]);
    await Promise.all(this.#members.map(kill));
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #member(name: string): Member {
    mkdirSync(join(this.#folder, name), { mode: 0o700 });
    return { port: 0, folder: join(this.#folder, name, 'postgres'), process: null };
  }

  async #account({ folder }: Member) {
    return choosePostgresAccount(await findPostgresFolder(), folder);
  }

  async #run(member: Member): Promise<void> {
    const account = await this.#account(member);
    await handOver(account, member.folder);
    member.process = await runPostmaster({
      account,
      clusterFolder: member.folder,
      settings: {
        ...postgresSettings,
        listen_addresses: '127.0.0.1',
        port: String(member.port),
        unix_socket_directories: '',
        wal_keep_size: '512MB',
        wal_retrieve_retry_interval: '200ms',
        primary_conninfo: `host=127.0.0.1 port=${this.#linkPort} user=postgres password=${this.#passwords.postgres} application_name=standby sslmode=disable`,
      },
      logFile: `${member.folder}.log`,
      disregardPid: null,
      throwawayFolder: null,
      log: () => {},
    });
  }

  #urlOf({ port }: Member, database = 'lastro'): string {
    return this.#urlAt(`127.0.0.1:${port}`, database, 'postgres');
  }

  #urlAt(host: string, database: string, login: Login): string {
    return `postgresql://${login}:${this.#passwords[login]}@${host}/${database}?sslmode=disable`;
  }

  async #waitFor(standbys: string): Promise<void> {
    const url = this.#urlOf(this.#members[0]);
    await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
    await ask(url, 'SELECT pg_reload_conf()');
  }

  async #untilFollowed(how: 'streaming' | 'sync'): Promise<void> {
    const sql = `SELECT FROM pg_stat_replication WHERE application_name = 'standby' AND '${how}' IN (state, sync_state)`;
    for (
      const deadline = Date.now() + 120_000;
      (await ask(this.#urlOf(this.#members[0]), sql)) === 0;
      await sleep(50)
    ) {
      if (Date.now() > deadline) throw new Error(`the standby does not follow the primary: see ${this.#folder}`);
    }
  }
}

const cancelWaits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

/** Runs a statement and returns its number of rows. */
async function ask(url: string, sql: string): Promise<number> {
  const client = await openClient({ connectionString: url });
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Kills only the postmaster, as kill -9 does, or all of its processes at once, as a power cut does. */
async function kill({ process: postmaster }: Member): Promise<void> {
  const pid = postmaster?.pid ?? 0;
  if (!postmaster || !isAlive(pid)) return;
  const family = descendantsOf(pid);
  for (const each of Math.random() < 0.5 ? [pid] : [pid, ...family]) killNow(each);
  while ([pid, ...family].some(isAlive)) await sleep(5);
}
