import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from '#settings/server/config.ts';
import { type Environment, readSecretFiles } from '#platform/server/secret-files.ts';
import { freePort, isPortFree } from '#platform/server/free-port.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** The programs to start, and where they listen. Determined once: a restarted program gets the same. */
export interface LaunchSettings {
  mode: Config['mode'];
  dataDir: string;
  host: string;
  port: number;
  /** Null if there is no console. */
  consolePort: number | null;
  /** The operator's own PostgreSQL; if null, the embedded one is started. */
  databaseUrl: string | null;
  /** The owner's login, for migrations; null if somebody else runs them. */
  databaseMigrateUrl: string | null;
  /** Set only when we start the sandbox brokerage: in sandbox mode, with no other one configured. */
  sandboxPort: number | null;
  brokerageUrl: string;
  brokerageToken: string;
  ratesUrl: string | undefined;
}

/** Rejects up front any configuration that the server would refuse. Production must bring its own PostgreSQL. */
export function readLaunchConfig(env: Environment = process.env): Config {
  const config = readConfig(env, { bringsDatabase: true });
  makeDataDir(config.dataDir);
  return config;
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new PlainFailure(`The folder ${dataDir} cannot be created (${reason}): set DATA_DIR to one that can.`);
  }
}

/** Chooses the ports, and refuses those in use by others. */
export async function settleLaunch(config: Config, given: Environment = process.env): Promise<LaunchSettings> {
  const env = readSecretFiles(given);
  const { mode, dataDir, host } = config;
  const port = await settlePort('PORT', config.port, host);
  const consolePort = config.consolePort === null ? null : await settleConsolePort(env.CONSOLE_PORT, config, port);
  const startsSandbox = mode === 'sandbox' && !env.BROKERAGE_URL;
  const sandboxPort = startsSandbox ? await settleSandboxPort(env.SANDBOX_PORT, port) : null;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  return {
    mode,
    dataDir,
    host,
    port,
    consolePort,
    sandboxPort,
    databaseUrl: env.DATABASE_URL || null,
    databaseMigrateUrl: env.DATABASE_MIGRATE_URL || null,
    brokerageUrl: startsSandbox ? sandboxUrl : config.brokerageUrl,
    brokerageToken: env.BROKERAGE_TOKEN || keptToken(dataDir),
    ratesUrl: env.RATES_URL || (startsSandbox ? `${sandboxUrl}/json/last/USD-BRL` : undefined),
  };
}

/** Waits briefly: a predecessor that was just killed needs a moment to release its port. */
async function settlePort(variable: string, port: number, host: string): Promise<number> {
  if (port === 0) return freePort(0, host);
  for (const deadline = Date.now() + 3_000; Date.now() < deadline; await sleep(50)) {
    if (await isPortFree(port, host)) return port;
  }
  throw new PlainFailure(
    `Port ${port} on ${host} is in use by another program: stop it, or set ${variable} to another port.`,
  );
}

async function settleSandboxPort(wanted: string | undefined, port: number): Promise<number> {
  if (!wanted) return freePort(port + 1);
  return settlePort('SANDBOX_PORT', Number(wanted), '127.0.0.1');
}

/** If no port is configured, any free one will do. */
async function settleConsolePort(said: string | undefined, { host }: Config, port: number): Promise<number> {
  return said ? settlePort('CONSOLE_PORT', Number(said), host) : freePort(port + 2, host);
}

/** Stored, because the sandbox brokerage outlives a restart and the operator's commands talk to it too. */
function keptToken(dataDir: string): string {
  const file = join(dataDir, 'brokerage-token');
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
