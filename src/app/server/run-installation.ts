import { openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockInstallation } from '#platform/server/lock-installation.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { consoleUrlOf, launchInstallation, type Installation, type Programs } from './launch-installation.ts';
import { readLaunchConfig, settleLaunch, type LaunchSettings } from './launch-settings.ts';
import { stopOnRequest } from './stop-on-request.ts';

const largestLogBytes = 20_000_000;

/** Runs an installation in the terminal: prints its address, stops it on Ctrl+C, and reports every failure in plain words. */
export async function runInstallation(programs: Omit<Programs, 'output'>): Promise<Installation> {
  try {
    const config = readLaunchConfig();
    await lockInstallation(config.dataDir);
    if (!config.databaseUrl) purgeOtherDatabases();
    const settings = await settleLaunch(config);
    return await run(settings, { ...programs, output: chooseOutput(settings.dataDir) });
  } catch (error) {
    return fail(error);
  }
}

async function run(settings: LaunchSettings, programs: Programs): Promise<Installation> {
  const installation = launchInstallation(settings, programs, log);
  stopOnRequest(installation.stop);
  process.once('uncaughtException', (error) => {
    void installation.stop().finally(() => fail(error));
  });
  try {
    announce(settings, await installation.ready);
    return installation;
  } catch (error) {
    await installation.stop();
    throw error;
  }
}

function announce(settings: LaunchSettings, { demo, staff = [] }: Awaited<Installation['ready']>): void {
  const { host, port, dataDir, mode } = settings;
  const address = process.env.PUBLIC_URL || `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`Lastro is ready: ${address}`];
  if (demo) lines.push(`Demo customer:   ${demo.email}`, `Password:        ${demo.password}`);
  const consoleUrl = consoleUrlOf(settings);
  if (consoleUrl) lines.push(`Console:         ${consoleUrl}`);
  for (const { email, password, role } of staff) lines.push(`  as ${role.padEnd(12)}  ${email}  ${password}`);
  if (staff.length > 0) lines.push('  Login codes:        npm run lastro -- staff code EMAIL');
  if (mode === 'sandbox') lines.push('This is the sandbox: no real brokerage, no real money.');
  if (process.stdout.isTTY) lines.push(`Log: ${serverLog(dataDir)}. Ctrl+C stops everything.`);
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

/** A person at a terminal wants the address, not a line per request; without a terminal, the output is collected. */
function chooseOutput(dataDir: string): Programs['output'] {
  if (!process.stdout.isTTY) return 'inherit';
  const file = serverLog(dataDir);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function serverLog(dataDir: string): string {
  return join(dataDir, 'server.log');
}

/** Environment variables for other PostgreSQL servers would mislead every client of the embedded one. */
function purgeOtherDatabases(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
}

function log(line: string): void {
  process.stderr.write(`lastro: ${line}\n`);
}

function fail(error: unknown): never {
  const isPlain = error instanceof PlainFailure;
  const words = isPlain ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${words}\n`);
  process.exit(1);
}
