import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { PlainFailure } from './plain-failure.ts';

/** The installation's settings, read once from the environment (api.md, "Running it"). */
export interface Config {
  mode: 'sandbox' | 'production';
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** Where LISTEN hears something: past a pooler, straight to the database. */
  databaseListenUrl: string;
  brokerageUrl: string;
  brokerageToken: string;
  brokerSiteUrl: string;
  ratesUrl: string;
  /** Empty: mails are written to the outbox folder. */
  smtpUrl: string;
  /** `Name <address>`, or an address. */
  mailFrom: string;
  brandName: string;
  supportUrl: string;
  riskNote: string;
  webOrigins: string[];
  trustedProxies: string[];
  /** What the operator's own programs show; empty: the operator's calls are not there. */
  operatorToken: string;
  /** What the secrets of authenticator apps are sealed with; empty: a file in the data folder holds it. */
  secondKeySecret: string;
  /** `off` takes the service worker back from every browser that has it, at its next visit. */
  serviceWorker: 'on' | 'off';
  /** `unnamed` behind a transaction-pooling PgBouncer, which loses named statements. */
  databaseStatements: 'named' | 'unnamed';
}

type Environment = Record<string, string | undefined>;

/** Thrown with one plain sentence when the environment cannot be run with. */
export class ConfigProblem extends PlainFailure {
  override readonly name = 'ConfigProblem';
}

const publicRates = 'https://economia.awesomeapi.com.br/json/last/USD-BRL';

export function readConfig(env: Environment = process.env): Config {
  const mode = readMode(env);
  const host = env.HOST || '127.0.0.1';
  const port = readPort(env.PORT || '8080');
  const publicUrl = readUrl('PUBLIC_URL', env.PUBLIC_URL || `http://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  const required = (name: string): string => env[name] || (mode === 'sandbox' ? '' : missing(name));
  const brokerageUrl = required('BROKERAGE_URL');
  return {
    mode,
    host,
    port,
    publicUrl,
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || missing('DATABASE_URL'),
    databaseListenUrl: env.DATABASE_LISTEN_URL || env.DATABASE_URL || '',
    brokerageUrl: brokerageUrl && readUrl('BROKERAGE_URL', brokerageUrl),
    brokerageToken: required('BROKERAGE_TOKEN'),
    brokerSiteUrl: readAddress('BROKER_SITE_URL', required('BROKER_SITE_URL')) || `${publicUrl}/404`,
    ratesUrl: readAddress('RATES_URL', env.RATES_URL) || (mode === 'production' ? publicRates : ''),
    ...readMail(env),
    brandName: readBrand(env),
    supportUrl: readAddress('SUPPORT_URL', required('SUPPORT_URL')) || 'mailto:suporte@lastro.example',
    riskNote: env.RISK_NOTE || '',
    webOrigins: readList(env.WEB_ORIGINS).map(readOrigin),
    trustedProxies: readList(env.TRUSTED_PROXIES).map(readProxy),
    operatorToken: readOperatorToken(env.OPERATOR_TOKEN ?? ''),
    secondKeySecret: readSecondKeySecret(env.SECOND_KEY_SECRET ?? ''),
    serviceWorker: env.SERVICE_WORKER === 'off' ? 'off' : 'on',
    databaseStatements: env.DATABASE_STATEMENTS === 'unnamed' ? 'unnamed' : 'named',
  };
}

function readBrand(env: Environment): string {
  return env.BRAND_NAME || 'Lastro';
}

function readMail(env: Environment): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = env.SMTP_URL ?? '';
  if (smtpUrl && !/^smtps?:\/\/[^/]/.test(smtpUrl)) {
    // The address holds a password, so it is not repeated.
    throw new ConfigProblem('SMTP_URL must be smtp://… or smtps://….');
  }
  const mailFrom = env.MAIL_FROM || (smtpUrl ? missing('MAIL_FROM') : 'no-reply@lastro.example');
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(mailFrom)) {
    throw new ConfigProblem('MAIL_FROM is not an address, nor “Name <address>”.');
  }
  // A bare address is named for the brand; quotes, because a brand may hold a comma.
  const isNamed = mailFrom.includes('<');
  return { smtpUrl, mailFrom: isNamed ? mailFrom : `"${readBrand(env).replaceAll(/["\\]/g, '')}" <${mailFrom}>` };
}

/** Long enough that nobody guesses it: whoever has it decides what positions earn. */
function readOperatorToken(token: string): string {
  if (token && !/^[\x21-\x7e]{32,200}$/.test(token)) {
    throw new ConfigProblem('OPERATOR_TOKEN must be 32 to 200 printable characters without spaces.');
  }
  return token;
}

/** As long, for the same reason. It is not repeated: whoever has it and the database has every app's secret. */
function readSecondKeySecret(secret: string): string {
  if (secret && !/^[\x21-\x7e]{32,200}$/.test(secret)) {
    throw new ConfigProblem('SECOND_KEY_SECRET must be 32 to 200 printable characters without spaces.');
  }
  return secret;
}

function readMode(env: Environment): Config['mode'] {
  const mode = env.MODE || 'sandbox';
  if (mode !== 'sandbox' && mode !== 'production') throw new ConfigProblem('MODE must be sandbox or production.');
  return mode;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new ConfigProblem(`PORT is not a port: ${text}`);
  return port;
}

function readUrl(name: string, text: string): string {
  return readAddress(name, text).replace(/\/+$/, '');
}

/** As it is written, or empty. */
function readAddress(name: string, text = ''): string {
  if (text && !URL.canParse(text)) throw new ConfigProblem(`${name} is not an address: ${text}`);
  return text;
}

/** As browsers name it: without the slash that an address ends with. */
function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin === 'null')
    throw new ConfigProblem(`WEB_ORIGINS holds what is no origin like https://app.example: ${text}`);
  return origin;
}

/** An address, with the bits of a network's prefix after it or not. */
function readProxy(text: string): string {
  const [address = '', bits = '32', ...rest] = text.split('/');
  // Of no bits is everybody: whoever asks would say themselves whose attempts are counted.
  const isProxy = isIP(address) !== 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32);
  if (!isProxy || rest.length > 0) throw new ConfigProblem(`TRUSTED_PROXIES holds what is no address: ${text}`);
  return text;
}

function readList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function missing(name: string): never {
  throw new ConfigProblem(`${name} is not set; Lastro does not start without it.`);
}
