import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killNow } from '#testing/server/kill-now.ts';
import { freePort } from '#platform/server/free-port.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

export const targets = ['server', 'database', 'both', 'everything'] as const;
/** The part that is killed and recovers automatically. */
export type Target = (typeof targets)[number];

/** A separate installation to be killed, started like `npm start`. */
export class Victim {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'lastro-crash-'));
  address = '';
  #launcher: ChildProcess | null = null;
  readonly #urls: { runtime: string; owner: string } | null;
  readonly #more: NodeJS.ProcessEnv;

  /**
   * @param urls of a PostgreSQL other than the built-in one
   * @param more additional settings of the installation
   */
  constructor(urls: { runtime: string; owner: string } | null = null, more: NodeJS.ProcessEnv = {}) {
    this.#urls = urls;
    this.#more = more;
  }

  async start(): Promise<void> {
    const port = this.address ? Number(new URL(this.address).port) : await freePort();
    this.address = `http://127.0.0.1:${port}`;
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      DATA_DIR: this.dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      MODE: 'sandbox',
    };
    for (const name of ['DATABASE_URL', 'DATABASE_MIGRATE_URL', 'BROKERAGE_URL', 'RATES_URL', 'SANDBOX_PORT'])
      delete environment[name];
    if (this.#urls)
      Object.assign(environment, { DATABASE_URL: this.#urls.runtime, DATABASE_MIGRATE_URL: this.#urls.owner });
    Object.assign(environment, this.#more);
    const begin = [join(projectFolder, 'scripts/begin.mjs'), 'start'];
    // A separate process group, so that a Ctrl+C here reaches it through us and not before us.
    this.#launcher = spawn(process.execPath, begin, { env: environment, stdio: 'ignore', detached: true });
    await this.untilReady();
  }

  /** Waits until it serves again; returns the milliseconds. */
  async untilReady(): Promise<number> {
    const startedAt = performance.now();
    while (!(await this.#isReady())) {
      if (performance.now() - startedAt > 120_000) throw new Error(`not ready after two minutes: see ${this.dataDir}`);
      await sleep(20);
    }
    return performance.now() - startedAt;
  }

  async kill(target: Target): Promise<number> {
    const launcher = this.#launcher?.pid ?? 0;
    const server = (): number[] => childrenOf(launcher).filter((pid) => commandOf(pid).includes('dist/server/main.js'));
    const database = (): number =>
      Number(readFileSync(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    if (target === 'everything') return this.#killEverything(launcher);
    const victims = [...(target === 'database' ? [] : server()), ...(target === 'server' ? [] : [database()])];
    victims.forEach(killNow);
    await sleep(1);
    return this.untilReady();
  }

  async #killEverything(launcher: number): Promise<number> {
    await this.#endEverything(launcher);
    const startedAt = performance.now();
    await this.start();
    return performance.now() - startedAt;
  }

  async #endEverything(launcher: number): Promise<void> {
    const ended = once(this.#launcher as ChildProcess, 'exit');
    const family = descendantsOf(launcher);
    // In random order, as when a machine runs out of memory.
    [launcher, ...family].toSorted(() => Math.random() - 0.5).forEach(killNow);
    await ended;
    while (family.some(isAlive)) await sleep(10);
  }

  /** Runs an operator's command against this installation without blocking, because this process may be carrying a link. */
  operate(...command: string[]): Promise<{ code: number; answer: unknown }> {
    const program = [join(projectFolder, 'scripts/begin.mjs'), 'lastro', ...command, '--json'];
    const options = { env: { ...process.env, DATA_DIR: this.dataDir } };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, program, options, (_error, stdout) =>
        resolve({ code: child.exitCode ?? 1, answer: JSON.parse(stdout || 'null') }),
      );
    });
  }

  /** The URL of the built-in database for its superuser. */
  adminUrl(): string {
    const keys = JSON.parse(readFileSync(join(this.dataDir, 'running-keys.json'), 'utf8')) as { adminUrl: string };
    return keys.adminUrl;
  }

  async stop(): Promise<void> {
    await this.rest();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Stops it gracefully; it can be started again. */
  async rest(): Promise<void> {
    const launcher = this.#launcher;
    if (launcher && launcher.exitCode === null && launcher.signalCode === null) {
      launcher.kill('SIGTERM');
      await once(launcher, 'exit');
    }
  }

  async #isReady(): Promise<boolean> {
    const answer = await fetch(`${this.address}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status === 200;
  }
}

export function isAlive(pid: number): boolean {
  // A zombie counts as dead: it waits for a parent that is dead as well.
  return /^\d+ \(.*\) [^ZX]/.test(readProcess(pid, 'stat'));
}

export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  const stat = readProcess(pid, 'stat');
  return Number(
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1],
  );
}

function commandOf(pid: number): string {
  return readProcess(pid, 'cmdline').replaceAll('\0', ' ');
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
