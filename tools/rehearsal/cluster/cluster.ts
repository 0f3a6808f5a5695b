import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '#database/server/clients.ts';
import { freePort } from '#platform/server/free-port.ts';
import { haproxySettings } from './haproxy.ts';
import { asPostgres, hostAddress, layNetwork, type Machine, postgresUser } from './network.ts';
import { patroniSettings } from './patroni-settings.ts';

/** Faults inflicted on the primary's machine. */
export const faults = ['killed', 'frozen', 'cut off', 'disk full'] as const;
export type Fault = (typeof faults)[number];

const nodes = 3;
/** Longer than two of Patroni's loops. */
const wholeForMs = 5_000;
/** The size of each machine's disk, which is in memory. */
const diskMb = 1_200;

/** Three machines with PostgreSQL, Patroni and etcd, behind one HAProxy. */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'lastro-cluster-'));
  readonly #password = randomBytes(18).toString('base64url');
  readonly #logins = {
    lastro_owner: randomBytes(18).toString('base64url'),
    lastro_app: randomBytes(18).toString('base64url'),
  };
  readonly #network = layNetwork(nodes);
  readonly #ports = { primary: 0, replicas: 0 };
  #haproxy: ChildProcess | null = null;

  async start(): Promise<void> {
    const { uid, gid } = postgresUser();
    chownSync(this.folder, uid, gid);
    this.#ports.primary = await freePort();
    this.#ports.replicas = await freePort();
    for (const machine of this.#machines) {
      this.#giveDisk(machine);
      this.#startEtcd(machine);
    }
    const [first, ...others] = this.#machines as [Machine, ...Machine[]];
    this.#startPatroni(first);
    await this.#until('the first of them is the primary', async () => (await this.primary()) === first.name);
    for (const machine of others) this.#startPatroni(machine);
    this.#startHaproxy();
    await this.untilWhole();
    await this.#furnish();
  }

  /** URLs for the product's own login and the owner's at the primary's address, and for the product's at the replicas'. */
  get urls(): { runtime: string; owner: string; replica: string } {
    const { primary, replicas } = this.#ports;
    return {
      runtime: this.#url('lastro_app', primary),
      owner: this.#url('lastro_owner', primary),
      replica: this.#url('lastro_app', replicas),
    };
  }

  get #machines(): Machine[] {
    return this.#network.machines;
  }

  /** The primary according to Patroni; null if there is none or no member answers. */
  async primary(): Promise<string | null> {
    const said = await Promise.all(this.#machines.map((machine) => this.#isPrimary(machine)));
    return this.#machines.find((_, n) => said[n])?.name ?? null;
  }

  /** Inflicts the fault on the primary's machine and returns a function that repairs it. */
  async befall(fault: Fault): Promise<() => void> {
    const name = await this.primary();
    const machine = this.#machines.find((each) => each.name === name);
    if (!machine) throw new Error('there is no primary that anything could happen to');
    if (fault === 'cut off') {
      machine.pullWire();
      return () => machine.plugIn();
    }
    if (fault === 'disk full') return this.#fillDisk(machine);
    const signal = fault === 'killed' ? 'SIGKILL' : 'SIGSTOP';
    const pids = machine.pids();
    for (const pid of pids) tell(pid, signal);
    if (fault === 'frozen') return () => pids.forEach((pid) => tell(pid, 'SIGCONT'));
    return () => {
      this.#startEtcd(machine);
      this.#startPatroni(machine);
    };
  }

  /**
   * Waits until there has been a primary, a synchronous standby and everybody on the same timeline for some time: a member's state is
   * reported some seconds late, and a fault in a cluster without a standby amounts to two faults.
   */
  async untilWhole(): Promise<void> {
    let wholeSince = Infinity;
    await this.#until('all of them follow one primary', async () => {
      const isWhole = await this.#isWhole();
      wholeSince = isWhole ? Math.min(wholeSince, Date.now()) : Infinity;
      return Date.now() - wholeSince > wholeForMs;
    });
  }

  async #isWhole(): Promise<boolean> {
    const members = await this.#readMembers();
    const timelines = new Set(members.map(({ timeline }) => timeline));
    const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
    return (
      running.length === nodes &&
      timelines.size === 1 &&
      ['leader', 'sync_standby'].every((role) => running.some((each) => each.role === role))
    );
  }

  async stop(): Promise<void> {
    if (this.#haproxy?.pid) tell(this.#haproxy.pid, 'SIGKILL');
    this.#network.remove();
    await sleep(300);
    for (const { name } of this.#machines)
      spawnSync('umount', ['--lazy', join(this.folder, name)], { stdio: 'ignore' });
    if (!process.env.KEEP) rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #giveDisk({ name }: Machine): void {
    const { uid, gid } = postgresUser();
    const disk = join(this.folder, name);
    mkdirSync(disk);
    const options = `size=${diskMb}m,uid=${uid},gid=${gid},mode=0700`;
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`no disk for ${name}: ${stderr}`);
    mkdirSync(this.#etcdFolder(name), { mode: 0o700 });
    chownSync(this.#etcdFolder(name), uid, gid);
  }

  /** Outside the disk that is filled. */
  #etcdFolder(name: string): string {
    return join(this.folder, `${name}-etcd`);
  }

  #fillDisk({ name }: Machine): () => void {
    const filler = join(this.folder, name, 'filler');
    const { bavail, bsize } = statfsSync(join(this.folder, name));
    spawnSync('fallocate', ['-l', String(bavail * bsize), filler], { stdio: 'ignore' });
    return () => rmSync(filler, { force: true });
  }

  #startEtcd({ name, address, prefix }: Machine): void {
    const peers = this.#machines.map((each) => `${each.name}=http://${each.address}:2380`).join();
    const peer = `http://${address}:2380`;
    const client = `http://${address}:2379`;
    const settings = [
      `--name ${name} --data-dir ${this.#etcdFolder(name)} --listen-peer-urls ${peer} --initial-advertise-peer-urls ${peer}`,
      `--listen-client-urls ${client} --advertise-client-urls ${client} --initial-cluster ${peers}`,
      `--initial-cluster-state new --initial-cluster-token ${this.folder}`,
      `--enable-v2=true --heartbeat-interval 200 --election-timeout 2000 --log-level warn`,
    ];
    this.#run(`${name}-etcd`, prefix, ['/usr/bin/etcd', ...settings.join(' ').split(' ')]);
  }

  #startPatroni({ name, address, prefix }: Machine): void {
    const file = join(this.folder, `${name}.yml`);
    writeFileSync(
      file,
      patroniSettings({
        name,
        address,
        etcd: this.#machines.map((each) => `${each.address}:2379`),
        dataFolder: join(this.folder, name, 'data'),
        password: this.#password,
        network: `${hostAddress}/24`.replace(/\.1\/24$/, '.0/24'),
      }),
    );
    const { uid, gid } = postgresUser();
    chownSync(file, uid, gid);
    this.#run(`${name}-patroni`, prefix, ['/usr/bin/patroni', file]);
  }

  #startHaproxy(): void {
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, haproxySettings(this.#machines, this.#ports));
    this.#haproxy = this.#run('haproxy', asPostgres, ['/usr/sbin/haproxy', '-db', '-f', file]);
  }

  #run(name: string, prefix: readonly string[], program: readonly string[]): ChildProcess {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const [command = '', ...args] = [...prefix, ...program];
    const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/tmp' };
    const child = spawn(command, args, { cwd: '/', env: environment, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    return child;
  }

  async #isPrimary({ address }: Machine): Promise<boolean> {
    const answer = await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status === 200;
  }

  async #readMembers(): Promise<{ name: string; role: string; state: string; timeline: number }[]> {
    for (const { address } of this.#machines) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      const read = (await answer?.json().catch(() => null)) as { members: [] } | null;
      if (read) return read.members;
    }
    return [];
  }

  async #until(what: string, is: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 180_000; !(await is()); await sleep(200)) {
      if (Date.now() > deadline)
        throw new Error(
          `not within three minutes: ${what}: ${JSON.stringify(await this.#readMembers())}, see ${this.folder}`,
        );
    }
  }

  /** Creates the two logins and the database as in docs/operations.md. */
  async #furnish(): Promise<void> {
    const admin = await openClient({ connectionString: this.#url('postgres', this.#ports.primary, 'postgres') });
    try {
      for (const [login, password] of Object.entries(this.#logins))
        await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD ${admin.escapeLiteral(password)}`);
      await admin.query('CREATE DATABASE lastro OWNER lastro_owner');
    } finally {
      await admin.end();
    }
  }

  #url(login: 'postgres' | 'lastro_owner' | 'lastro_app', port: number, database = 'lastro'): string {
    const password = login === 'postgres' ? this.#password : this.#logins[login];
    return `postgresql://${login}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}
