import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from '#platform/server/config.ts';
import { type Environment, readSecretFiles } from '#platform/server/secret-files.ts';
import { freePort, isPortFree } from '#platform/server/free-port.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is started, and where it listens. Settled once; a program that is started again gets the same. */
export interface LaunchSettings {
  mode: Config['mode'];
  dataDir: string;
  host: string;
  port: number;
  /** Null: there is no console. */
  consolePort: number | null;
  /** The operator's own PostgreSQL; without one the embedded is started. */
  databaseUrl: string | null;
  /** The login of its owner, for migrations; null when somebody else runs them. */
  databaseMigrateUrl: string | null;
  /** The sandbox brokerage is ours to start only in sandbox mode and when no other was named. */
  sandboxPort: number | null;
  brokerageUrl: string;
  brokerageToken: string;
  ratesUrl: string | undefined;
}

/** Refuses, before anything is started, what the server would refuse. Production brings its own PostgreSQL. */
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
    throw new PlainFailure(`The folder ${dataDir} cannot be made (${reason}): set DATA_DIR to one that can.`);
  }
}

/** Finds the ports, and refuses those that somebody else has. */
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

/** A predecessor that was just killed needs a moment to give its port back. */
async function settlePort(variable: string, port: number, host: string): Promise<number> {
  if (port === 0) return freePort(0, host);
  for (const deadline = Date.now() + 3_000; Date.now() < deadline; await sleep(50)) {
    if (await isPortFree(port, host)) return port;
  }
  throw new PlainFailure(
    `Port ${port} on ${host} is in use by another program: end it, or set ${variable} to another port.`,
  );
}

async function settleSandboxPort(wanted: string | undefined, port: number): Promise<number> {
  if (!wanted) return freePort(port + 1);
  if (!/^\d{1,5}$/.test(wanted)) throw new PlainFailure(`SANDBOX_PORT is not a port: ${wanted}`);
  return settlePort('SANDBOX_PORT', Number(wanted), '127.0.0.1');
}

/** Somebody who names no port has none in mind: one that is free is as good. */
async function settleConsolePort(said: string | undefined, { host }: Config, port: number): Promise<number> {
  return said ? settlePort('CONSOLE_PORT', Number(said), host) : freePort(port + 2, host);
}

/** Kept, because the sandbox brokerage outlives a restart and the operator's commands speak to it too. */
function keptToken(dataDir: string): string {
  const file = join(dataDir, 'brokerage-token');
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
