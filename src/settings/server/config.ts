import { isIPv6 } from 'node:net';
import { type Buckets, readBuckets } from './buckets.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import * as read from './read-settings.ts';
import { type Environment, gatherSecretFiles } from '#platform/server/secret-files.ts';
import { readTelemetrySettings } from '#telemetry/server/telemetry-settings.ts';

export { ConfigProblem } from './read-settings.ts';

/** The installation's settings, read once from the environment (api.md, "Running it"). */
export interface Config {
  mode: 'sandbox' | 'production';
  host: string;
  port: number;
  publicUrl: string;
  /** Port of the operator's console; null: no console. */
  consolePort: number | null;
  /** The address at which staff reach the console. */
  consoleUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** The address for LISTEN: past a pooler, directly to the database. */
  databaseListenUrl: string;
  brokerageUrl: string;
  brokerageToken: string;
  brokerSiteUrl: string;
  ratesUrl: string;
  /** A second source of the rate that must agree with the first; empty: none. */
  ratesUrl2: string;
  /** Empty: emails are written to the outbox folder. */
  smtpUrl: string;
  /** `Name <address>`, or an address. */
  mailFrom: string;
  brandName: string;
  supportUrl: string;
  riskNote: string;
  webOrigins: string[];
  trustedProxies: string[];
  /** Limits on connections, in total and per network. */
  maxConnections: number;
  maxConnectionsPerNetwork: number;
  /** What the gate lets through. */
  gate: Buckets;
  /** The token that the operator's own programs send; empty: the operator's calls do not exist. */
  operatorToken: string;
  /** Seals the secrets of authenticator apps; empty: a file in the data folder holds it. */
  secondFactorSecret: string;
  /** The file of an operator's list of breached passwords; empty: none. */
  breachedPasswords: string;
  /** Where staff may sign in instead of by a password; null: nowhere else. */
  oidc: OidcSettings | null;
  /** `off` removes the service worker from every browser that has it, at its next visit. */
  serviceWorker: 'on' | 'off';
  /** Whether statements are prepared by name, which a transaction-pooling PgBouncer before 1.21 loses; null: chosen by what answers. */
  databaseStatements: 'named' | 'unnamed' | null;
  /** How many database connections this process holds; null: its share of what the server allows. */
  databaseConnections: number | null;
  /** How many Lastro processes may use the database, including this one. */
  databaseProcesses: number;
  /** A replica of the database for long-running reads; empty: none. */
  databaseReplicaUrl: string;
  /** How far that replica may lag behind for reads that need not be current. */
  databaseReplicaMostBehindMs: number;
  /** A folder shared by several builds, so that each serves the others' assets; empty: each serves its own. */
  assetsDir: string;
  /** How long a server that was asked to stop keeps accepting requests, while its proxy finds out. */
  drainSeconds: number;
  /** How long requests under way then have to finish. */
  stopSeconds: number;
}

/** One OpenID Connect provider. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Values of the provider's `amr` that count as the second factor; empty: none do. */
  acceptedAmr: string[];
  /** Whether addresses count as verified where the provider does not say. */
  trustsEmail: boolean;
}

const publicRates = 'https://economia.awesomeapi.com.br/json/last/USD-BRL';

/** The support address of a sandbox without SUPPORT_URL: one that cannot exist. The help page says that nobody reads it. */
export const standInSupport = 'mailto:suporte@lastro.example';

/** Settings that production refuses to start without, and what to set them to. */
const needed = {
  DATABASE_URL: 'set it to your PostgreSQL, with a login that owns nothing (docs/operations.md, "The database")',
  PUBLIC_URL: 'set it to the https:// address at which customers reach Lastro',
  BROKERAGE_URL: 'set it to the address of the brokerage’s API',
  BROKERAGE_TOKEN: 'set it to your token at the brokerage',
  BROKER_SITE_URL: 'set it to the brokerage’s own site, which customers return to',
  SUPPORT_URL: 'set it to where customers get help, https://… or mailto:…',
  SMTP_URL: 'set it to your mail server, smtps://user:password@host',
  MAIL_FROM: 'set it to the sender of mails, “Name <address>”',
  SECOND_KEY_SECRET:
    'set it to 32 to 200 random characters, the same on every server, and never change it (openssl rand -hex 32; an installation ' +
    'that ran in production without it uses its file: SECOND_KEY_SECRET_FILE=DATA_DIR/second-key-secret)',
};

/** Settings that only a real installation has: setting one of them requires stating the MODE. */
const isReal = {
  DATABASE_URL: () => true,
  DATABASE_MIGRATE_URL: () => true,
  BROKERAGE_URL: () => true,
  PUBLIC_URL: (value: string) => /^https:/i.test(value),
};

export interface ConfigOptions {
  /** The launcher provides a sandbox with a database where none is configured. */
  bringsDatabase?: boolean;
}

/** Settings that others read for themselves: here their faults are found before anything starts. */
const unkept: readonly ((env: Environment) => unknown)[] = [
  (env) => read.readDatabaseUrl('DATABASE_MIGRATE_URL', env.DATABASE_MIGRATE_URL ?? ''),
  (env) => env.SANDBOX_PORT && read.readPort(env.SANDBOX_PORT, 'SANDBOX_PORT'),
  (env) => read.readLogLevel(env.LOG_LEVEL ?? ''),
  readTelemetrySettings,
];

/** Reads the settings, and reports all problems at once instead of one per start. */
export function readConfig(given: Environment = process.env, { bringsDatabase = false }: ConfigOptions = {}): Config {
  const { problems, add, attempt, finish } = gatherProblems();
  const env = gatherSecretFiles(given, problems);
  for (const check of unkept) attempt(() => check(env), undefined);
  const mode = attempt(() => readMode(env), 'sandbox');
  const isProduction = mode === 'production';
  for (const name of Object.keys(needed) as (keyof typeof needed)[]) {
    const isBrought = name === 'DATABASE_URL' && bringsDatabase && !isProduction;
    if (!env[name] && !given[`${name}_FILE`] && (isProduction || name === 'DATABASE_URL') && !isBrought)
      add(`${name} is not set: ${needed[name]}.`);
  }
  const text = (name: string): string => env[name] ?? '';
  const address = (name: string): string => attempt(() => read.readAddress(name, text(name)), '');
  const machine = (name: string): string => attempt(() => read.readMachineUrl(name, text(name), isProduction), '');
  const database = (name: string): string => attempt(() => read.readDatabaseUrl(name, text(name)), '');
  const count = (name: string, usual: string): number => attempt(() => read.readCount(name, text(name) || usual), 0);
  const host = attempt(() => read.readHost(text('HOST')), '') || '127.0.0.1';
  const port = attempt(() => read.readPort(text('PORT') || '8080'), 8080);
  const publicUrl =
    attempt(() => readPublicUrl('PUBLIC_URL', text('PUBLIC_URL'), isProduction), '') ||
    `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const consolePort = attempt(() => readConsolePort(text('CONSOLE_PORT'), port), null);
  const consoleUrl =
    attempt(() => readPublicUrl('CONSOLE_URL', text('CONSOLE_URL'), isProduction), '') ||
    `http://${isIPv6(host) ? `[${host}]` : host}:${consolePort ?? 0}`;
  const brandName = readBrand(env);
  const smtpUrl = attempt(() => read.readSmtpUrl(text('SMTP_URL')), '');
  if (smtpUrl && !isProduction && !env.MAIL_FROM) add(`MAIL_FROM is not set: ${needed.MAIL_FROM}.`);
  return finish({
    mode,
    // One address is one server, with one set of limits: for this name the framework would open a second one beside it.
    host: host === 'localhost' ? '127.0.0.1' : host,
    port,
    publicUrl,
    consolePort,
    consoleUrl,
    dataDir: attempt(() => read.readFolder('DATA_DIR', text('DATA_DIR') || '.data'), ''),
    databaseUrl: database('DATABASE_URL'),
    databaseListenUrl: database('DATABASE_LISTEN_URL') || text('DATABASE_URL'),
    brokerageUrl: machine('BROKERAGE_URL').replace(/\/+$/, ''),
    brokerageToken: attempt(() => read.readToken('BROKERAGE_TOKEN', text('BROKERAGE_TOKEN')), ''),
    brokerSiteUrl: address('BROKER_SITE_URL') || `${publicUrl}/404`,
    ratesUrl: machine('RATES_URL') || (isProduction ? publicRates : ''),
    ratesUrl2: machine('RATES_URL_2'),
    smtpUrl,
    mailFrom: attempt(() => read.readMailFrom(text('MAIL_FROM') || 'no-reply@lastro.example', brandName), ''),
    brandName,
    supportUrl: address('SUPPORT_URL') || standInSupport,
    riskNote: text('RISK_NOTE'),
    webOrigins: attempt(() => read.readList(env.WEB_ORIGINS).map(read.readOrigin), []),
    trustedProxies: attempt(() => read.readList(env.TRUSTED_PROXIES).map(read.readProxy), []),
    maxConnections: count('MAX_CONNECTIONS', '10000'),
    maxConnectionsPerNetwork: count('MAX_CONNECTIONS_PER_NETWORK', '2000'),
    gate: attempt(() => readBuckets(mode, read.readList(env.GATE)), readBuckets(mode)),
    operatorToken: attempt(() => read.readOperatorToken(text('OPERATOR_TOKEN')), ''),
    secondFactorSecret: attempt(() => read.readSecondFactorSecret(text('SECOND_KEY_SECRET')), ''),
    breachedPasswords: attempt(() => read.readHashList('BREACHED_PASSWORDS', text('BREACHED_PASSWORDS')), ''),
    oidc: attempt(() => readOidc(env, isProduction), null),
    serviceWorker: attempt(() => read.readSwitch('SERVICE_WORKER', text('SERVICE_WORKER')), 'on'),
    databaseStatements: attempt(() => read.readStatements(text('DATABASE_STATEMENTS')), null),
    databaseConnections: text('DATABASE_CONNECTIONS') ? count('DATABASE_CONNECTIONS', '') : null,
    databaseProcesses: count('DATABASE_PROCESSES', '4'),
    databaseReplicaUrl: database('DATABASE_REPLICA_URL'),
    databaseReplicaMostBehindMs: count('DATABASE_REPLICA_MOST_BEHIND_SECONDS', read.standardMostBehindSeconds) * 1_000,
    assetsDir: attempt(() => read.readFolder('ASSETS_DIR', text('ASSETS_DIR')), ''),
    drainSeconds: attempt(
      () => read.readSeconds('DRAIN_SECONDS', text('DRAIN_SECONDS') || (isProduction ? '5' : '0')),
      0,
    ),
    stopSeconds: attempt(() => read.readSeconds('STOP_SECONDS', text('STOP_SECONDS') || '20'), 0),
  });
}

export function readBrand(env: Environment): string {
  return env.BRAND_NAME || 'Lastro';
}

function gatherProblems() {
  const problems: string[] = [];
  return {
    problems,
    add: (sentence: string): void => void problems.push(sentence),
    attempt: <Value>(reading: () => Value, otherwise: NoInfer<Value>): Value => {
      try {
        return reading();
      } catch (error) {
        if (!(error instanceof PlainFailure)) throw error;
        problems.push(error.message);
        return otherwise;
      }
    },
    finish: (config: Config): Config => (problems.length === 0 ? config : fail(problems.join('\n'))),
  };
}

function fail(sentence: string): never {
  throw new read.ConfigProblem(sentence);
}

/**
 * Defaults to sandbox where nothing real is set; otherwise MODE is required, since a forgotten setting must not turn real money into a
 * demo.
 */
function readMode(env: Environment): Config['mode'] {
  const mode = env.MODE || 'sandbox';
  if (mode !== 'sandbox' && mode !== 'production') fail('MODE must be sandbox or production.');
  const [real] = Object.entries(isReal).find(([name, is]) => env[name] && is(env[name])) ?? [];
  if (env.MODE || !real) return mode;
  return fail(`MODE is not set, but ${real} is: set MODE=production, or MODE=sandbox if nothing is real.`);
}

/** Defaults to the customers' port plus two; plus one is the sandbox brokerage's. */
function readConsolePort(said: string, port: number): number | null {
  if (said === 'off') return null;
  if (said && port !== 0 && Number(said) === port) return fail(`CONSOLE_PORT is ${said}, which is PORT: set another.`);
  if (said) return read.readPort(said, 'CONSOLE_PORT');
  if (port === 0 || port + 2 <= 65_535) return port && port + 2;
  return fail(`PORT is ${port}, and the console would listen on ${port + 2}: set CONSOLE_PORT, or a lower PORT.`);
}

/** All or nothing: a half-configured provider lets nobody in and reports nothing. */
function readOidc(env: Environment, isProduction: boolean): OidcSettings | null {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length === needed.length) return null;
  if (missing.length > 0)
    return fail(`${missing.join(' and ')} not set: signing in with a provider needs ${needed.join(', ')}.`);
  const issuer = read.readMachineUrl('OIDC_ISSUER', env.OIDC_ISSUER ?? '', isProduction);
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
    name: env.OIDC_NAME || new URL(issuer).host,
    acceptedAmr: read.readList(env.OIDC_ACCEPTED_AMR).map(read.readMethod),
    trustsEmail: read.readSwitch('OIDC_TRUSTS_EMAIL', env.OIDC_TRUSTS_EMAIL || 'off') === 'on',
  };
}

function readPublicUrl(name: 'PUBLIC_URL' | 'CONSOLE_URL', given: string, isProduction: boolean): string {
  const url = read.readUrl(name, given);
  if (url && !/^https?:$/.test(new URL(url).protocol)) return fail(`${name} is not an http(s) address: ${url}`);
  if (!isProduction || !url || new URL(url).protocol === 'https:') return url;
  const whose = name === 'PUBLIC_URL' ? 'customers' : 'staff';
  return fail(`${name} is ${url}: set it to the https:// address at which ${whose} reach Lastro.`);
}
