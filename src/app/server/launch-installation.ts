import type { LaunchSettings } from './launch-settings.ts';
import { type DatabaseLogins, prepareDatabase } from './prepare-database.ts';
import { removeRunningFiles, writeRunningFiles } from './running-file.ts';
import { superviseDatabase } from './supervise-database.ts';
import { superviseProgram, type Program } from './supervise-program.ts';

/** Sent by the server when it is ready; the demo customer and the console's two people only in sandbox mode. */
export interface ServerReady {
  ready: true;
  demo?: { email: string; password: string };
  staff?: readonly { email: string; password: string; role: string }[];
}

/** How the programs are run: bundles for `npm start`, sources for `npm run dev`. */
export interface Programs {
  server: Pick<Program, 'file' | 'nodeArguments'>;
  sandbox: Pick<Program, 'file' | 'nodeArguments'>;
  output: Program['output'];
}

export interface Installation {
  /** Rejects when something does not start. */
  ready: Promise<Pick<ServerReady, 'demo' | 'staff'> & { restartServer: () => Promise<void> }>;
  /** Stops in reverse order of the start; anything half started ends with this process. */
  stop(): Promise<void>;
}

type Log = (line: string) => void;
type Stop = () => Promise<void>;

/** Starts everything an installation needs and keeps it running. */
export function launchInstallation(settings: LaunchSettings, programs: Programs, log: Log): Installation {
  const stops: Stop[] = [];
  const stopAll: Stop = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  let stopping: Promise<void> | null = null;
  return { ready: startAll(settings, programs, log, stops), stop: () => (stopping ??= stopAll()) };
}

async function startAll(settings: LaunchSettings, programs: Programs, log: Log, stops: Stop[]) {
  const { dataDir } = settings;
  const environment = programEnvironment(settings);
  const sandbox = settings.sandboxPort === null ? null : startSandbox(settings, programs, environment, log);
  if (sandbox) stops.push(sandbox.stop);
  const { runtime: databaseUrl, owner, admin } = await findDatabase(settings, log, stops);
  const prepare = (): Promise<void> =>
    prepareDatabase(
      { runtime: databaseUrl, owner },
      { mode: settings.mode, isStrict: admin !== null || settings.mode === 'production' },
    );
  await prepare();
  await sandbox?.ready;
  const server = superviseProgram<ServerReady>(
    {
      name: 'the server',
      ...programs.server,
      output: programs.output,
      environment: { ...environment, DATABASE_URL: databaseUrl },
    },
    log,
  );
  stops.push(server.stop);
  const { demo, staff } = await server.ready;
  const { mode, host, port, brokerageUrl, brokerageToken } = settings;
  const consoleUrl = consoleUrlOf(settings);
  const keys = { databaseUrl, adminUrl: admin, brokerageUrl, brokerageToken };
  writeRunningFiles(dataDir, { pid: process.pid, mode, host, port, consoleUrl }, keys);
  stops.push(async () => removeRunningFiles(dataDir));
  // A changed source may bring a migration.
  return { ...(demo && { demo }), ...(staff && { staff }), restartServer: () => prepare().then(server.restart) };
}

type Found = DatabaseLogins & { admin: string | null };

async function findDatabase({ dataDir, ...settings }: LaunchSettings, log: Log, stops: Stop[]): Promise<Found> {
  if (settings.databaseUrl) return { runtime: settings.databaseUrl, owner: settings.databaseMigrateUrl, admin: null };
  const database = await superviseDatabase(dataDir, log);
  stops.push(database.stop);
  return database.urls;
}

/** The console's address for the staff; empty if there is no console. */
export function consoleUrlOf({ host, consolePort }: Pick<LaunchSettings, 'host' | 'consolePort'>): string {
  if (consolePort === null) return '';
  return process.env.CONSOLE_URL || `http://${host.includes(':') ? `[${host}]` : host}:${consolePort}`;
}

function startSandbox(settings: LaunchSettings, programs: Programs, environment: Program['environment'], log: Log) {
  const program = { name: 'the sandbox brokerage', ...programs.sandbox, output: programs.output };
  const own = { SANDBOX_PORT: String(settings.sandboxPort), HOST: '127.0.0.1' };
  return superviseProgram({ ...program, environment: { ...environment, ...own } }, log);
}

function programEnvironment(settings: LaunchSettings): Program['environment'] {
  return {
    NODE_ENV: process.env.NODE_ENV || 'production',
    MODE: settings.mode,
    // Of no use to a program that only serves.
    DATABASE_MIGRATE_URL: undefined,
    DATABASE_MIGRATE_URL_FILE: undefined,
    // Set below, or by the program they are for.
    DATABASE_URL_FILE: undefined,
    BROKERAGE_TOKEN_FILE: undefined,
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(settings.port),
    CONSOLE_PORT: settings.consolePort === null ? 'off' : String(settings.consolePort),
    BROKERAGE_URL: settings.brokerageUrl,
    BROKERAGE_TOKEN: settings.brokerageToken,
    RATES_URL: settings.ratesUrl,
    // A single server has no one to hand over to, and someone at a terminal waits for it to end.
    DRAIN_SECONDS: '0',
    STOP_SECONDS: '8',
  };
}
