import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { freePort } from '#platform/server/free-port.ts';
import { migrate } from '#database/server/migrate.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

export type ProgramName = 'serve' | 'work' | 'sandbox';

/** One program of the fleet, from any build. */
export interface Running {
  name: ProgramName;
  port: number;
  child: ChildProcess;
  /** Its output so far. */
  log: string;
}

/** The build whose programs are run, and the migrations of the database. */
export interface FleetOptions {
  build?: string;
  migrations?: string;
}

/**
 * Servers and workers run as in production, on one PostgreSQL with a sandbox brokerage; in sandbox mode, so that no real data is involved.
 */
export class Fleet {
  readonly folder = mkdtempSync(join(tmpdir(), 'lastro-fleet-'));
  readonly #build: string;
  readonly #migrations: string | undefined;
  readonly #running = new Set<Running>();
  #postgres: EmbeddedPostgres | null = null;
  #environment: NodeJS.ProcessEnv = {};
  /** The address that customers call. */
  address = '';

  constructor({ build = projectFolder, migrations }: FleetOptions = {}) {
    this.#build = build;
    this.#migrations = migrations;
  }

  async begin(): Promise<void> {
    this.#postgres = await startEmbeddedPostgres({ dataDir: this.folder, log: () => {} });
    await createDatabase(this.#postgres.databaseUrl, 'lastro');
    const owner = this.#postgres.databaseUrl('lastro', 'lastro_owner');
    await migrate(owner, { mode: 'sandbox', ...(this.#migrations ? { from: this.#migrations } : {}) });
    const sandboxPort = await freePort();
    const brokerage = `http://127.0.0.1:${sandboxPort}`;
    const inherited = ['PATH', 'HOME', 'LANG', 'TMPDIR'].map((name) => [name, process.env[name]]);
    this.#environment = {
      ...Object.fromEntries(inherited),
      NODE_ENV: 'production',
      MODE: 'sandbox',
      DATABASE_URL: this.#postgres.databaseUrl('lastro', 'lastro_app'),
      DATA_DIR: this.folder,
      HOST: '127.0.0.1',
      CONSOLE_PORT: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      ASSETS_DIR: join(this.folder, 'assets'),
      DRAIN_SECONDS: '1',
      STOP_SECONDS: '20',
      BROKERAGE_URL: brokerage,
      BROKERAGE_TOKEN: 'a-token-of-the-rehearsal',
      RATES_URL: `${brokerage}/json/last/USD-BRL`,
      SANDBOX_PORT: String(sandboxPort),
    };
    const sandbox = this.#spawn('sandbox', sandboxPort);
    await untilAnswering(sandbox, `${brokerage}/json/last/USD-BRL`);
  }

  /** @param port that of the program it replaces, if any */
  async start(name: 'serve' | 'work', port = 0): Promise<Running> {
    const running = this.#spawn(name, port || (await freePort()));
    await untilAnswering(running, `http://127.0.0.1:${running.port}/health/ready`);
    return running;
  }

  /** Asks it to stop and waits for its end. Returns its exit code, or the signal that killed it. */
  async end(running: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
    const { child } = running;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill(signal);
    await ended;
    this.#running.delete(running);
    return child.exitCode ?? child.signalCode ?? 'nobody knows';
  }

  operate(...command: string[]): Promise<{ code: number; answer: unknown }> {
    const program = [join(this.#build, 'dist/server/lastro.js'), ...command, '--json'];
    return new Promise((resolve) => {
      const child = execFile(process.execPath, program, { env: this.#environment }, (_error, stdout) =>
        resolve({ code: child.exitCode ?? 1, answer: JSON.parse(stdout || 'null') }),
      );
    });
  }

  databaseUrl(login: 'lastro_owner' | 'lastro_app' | 'postgres'): string {
    return this.#postgres?.databaseUrl('lastro', login) ?? '';
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((running) => this.end(running, 'SIGKILL')));
    await this.#postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(name: ProgramName, port: number): Running {
    const log = join(this.folder, `${name}-${port}.log`);
    const file = openSync(log, 'a');
    const child = spawn(process.execPath, ['--enable-source-maps', join(this.#build, 'dist/server', `${name}.js`)], {
      env: { ...this.#environment, PORT: String(port) },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    const running: Running = { name, port, child, log };
    this.#running.add(running);
    return running;
  }
}

async function untilAnswering({ name, child, log }: Running, address: string): Promise<void> {
  for (const deadline = Date.now() + 180_000; ; await pause(50)) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    if (answer?.status === 200) return;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${name} does not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
  }
}
