import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/server/free-port.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

export const targets = ['server', 'database', 'both', 'everything'] as const;
export type Target = (typeof targets)[number];

/** An installation of its own, started as `npm start` starts it, for the killing. */
export class Victim {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'lastro-crash-'));
  address = '';
  #launcher: ChildProcess | null = null;

  async start(): Promise<void> {
    const port = this.address ? Number(new URL(this.address).port) : await freePort();
    this.address = `http://127.0.0.1:${port}`;
    const environment = {
      ...process.env,
      DATA_DIR: this.dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      MODE: 'sandbox',
    };
    for (const name of ['DATABASE_URL', 'BROKERAGE_URL', 'RATES_URL', 'SANDBOX_PORT'])
      delete (environment as NodeJS.ProcessEnv)[name];
    const begin = [join(projectFolder, 'scripts/begin.mjs'), 'start'];
    // Its own group, so that a Ctrl+C here reaches it through us and not before us.
    this.#launcher = spawn(process.execPath, begin, { env: environment, stdio: 'ignore', detached: true });
    await this.untilReady();
  }

  /** Milliseconds until it serves again. */
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
    const ended = once(this.#launcher as ChildProcess, 'exit');
    const family = descendantsOf(launcher);
    // In no particular order, as when a machine runs out of memory.
    [launcher, ...family].toSorted(() => Math.random() - 0.5).forEach(killNow);
    await ended;
    const startedAt = performance.now();
    await this.start();
    return performance.now() - startedAt;
  }

  /** An operator's command against this installation. */
  operate(...command: string[]): { code: number; answer: unknown } {
    const program = [join(projectFolder, 'scripts/begin.mjs'), 'lastro', ...command, '--json'];
    const environment = { ...process.env, DATA_DIR: this.dataDir };
    const { status, stdout } = spawnSync(process.execPath, program, { env: environment, encoding: 'utf8' });
    return { code: status ?? 1, answer: JSON.parse(stdout || 'null') };
  }

  databaseUrl(): string {
    const running = JSON.parse(readFileSync(join(this.dataDir, 'running.json'), 'utf8')) as { databaseUrl: string };
    return running.databaseUrl;
  }

  async stop(): Promise<void> {
    const launcher = this.#launcher;
    if (launcher && launcher.exitCode === null && launcher.signalCode === null) {
      launcher.kill('SIGTERM');
      await once(launcher, 'exit');
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    const answer = await fetch(`${this.address}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status === 200;
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already: a database's processes end with their postmaster.
  }
}

function descendantsOf(pid: number): number[] {
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
