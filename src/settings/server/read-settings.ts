import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** Thrown with one plain sentence for each setting that Lastro cannot run with. */
export class ConfigProblem extends PlainFailure {
  override readonly name = 'ConfigProblem';
}

/** `Name <address>`, or an address: a bare one gets the brand as its name, in quotes, because a brand may hold a comma. */
export function readMailFrom(mailFrom: string, brand: string): string {
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(mailFrom)) {
    throw new ConfigProblem('MAIL_FROM must be an address or “Name <address>”.');
  }
  return mailFrom.includes('<') ? mailFrom : `"${brand.replaceAll(/["\\]/g, '')}" <${mailFrom}>`;
}

export function readSmtpUrl(smtpUrl: string): string {
  // The address holds a password, so the message does not repeat it.
  if (smtpUrl && !(/^smtps?:\/\/[^/]/.test(smtpUrl) && URL.canParse(smtpUrl)))
    throw new ConfigProblem('SMTP_URL must be smtp://… or smtps://…, with a password in percent-encoding.');
  return smtpUrl;
}

/** Long enough not to be guessed: whoever has it decides what positions earn. */
export function readOperatorToken(token: string): string {
  if (token && !/^[\x21-\x7e]{32,200}$/.test(token)) {
    throw new ConfigProblem('OPERATOR_TOKEN must be 32 to 200 printable characters without spaces.');
  }
  return token;
}

/** Equally long, for the same reason. The message does not repeat it: with it and the database one has every app's secret. */
export function readSecondFactorSecret(secret: string): string {
  if (secret && !/^[\x21-\x7e]{32,200}$/.test(secret)) {
    throw new ConfigProblem('SECOND_KEY_SECRET must be 32 to 200 printable characters without spaces.');
  }
  return secret;
}

/** A list of SHA-1 hashes with counts, sorted: judged by its first line. */
export function readHashList(name: string, path: string): string {
  if (path && !/^[\dA-F]{40}:\d/.test(readStart(name, path)))
    throw new ConfigProblem(`${name} names ${path}, which is no list of SHA-1 hashes with counts, sorted by the hash.`);
  return path;
}

function readStart(name: string, path: string): string {
  try {
    const file = openSync(path, 'r');
    const bytes = Buffer.alloc(42);
    const length = readSync(file, bytes);
    closeSync(file);
    return bytes.toString('latin1', 0, length);
  } catch {
    throw new ConfigProblem(`${name} names ${path}, which cannot be read.`);
  }
}

export function readPort(text: string, name = 'PORT'): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new ConfigProblem(`${name} is not a port number: ${text}`);
  return port;
}

/** A name or an address to listen on; whether it is this machine's, listening tells. */
export function readHost(text: string): string {
  if (!/^[\w.:%-]*$/.test(text)) throw new ConfigProblem(`HOST is not an address or a name: ${text}`);
  return text;
}

/** It is sent in a header. The message does not repeat it. */
export function readToken(name: string, text: string): string {
  if (!/^[\x21-\x7e]*$/.test(text)) throw new ConfigProblem(`${name} must be printable characters without spaces.`);
  return text;
}

/** May be created later, but is no file. */
export function readFolder(name: string, text: string): string {
  if (text && statSync(text, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new ConfigProblem(`${name} names ${text}, which is not a folder.`);
  return text && resolve(text);
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export function readLogLevel(text: string): void {
  if (text && !logLevels.includes(text))
    throw new ConfigProblem(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not ${text}.`);
}

/** One of the provider's `amr`: two that a semicolon joins would never be shown. */
export function readMethod(text: string): string {
  if (!/^[\w.:/-]+$/.test(text))
    throw new ConfigProblem(`OIDC_ACCEPTED_AMR must be methods such as hwk,sc, separated by commas: ${text}`);
  return text;
}

export function readStatements(text: string): 'named' | 'unnamed' | null {
  if (text === '' || text === 'named' || text === 'unnamed') return text || null;
  throw new ConfigProblem(`DATABASE_STATEMENTS must be named or unnamed, not ${text}.`);
}

export function readSwitch(name: string, text: string): 'on' | 'off' {
  if (text === '' || text === 'on' || text === 'off') return text || 'on';
  throw new ConfigProblem(`${name} must be on or off, not ${text}.`);
}

/** The address holds a password, so the message does not repeat it. Several hosts, as in Failover, are no URL to the platform's parser. */
export function readDatabaseUrl(name: string, text: string): string {
  if (text && !/^postgres(ql)?:\/\/\S+$/.test(text)) throw new ConfigProblem(`${name} must be postgresql://….`);
  if (/^\w+:\/\/(?:[^@/?#]*@)?[^/?#]*,/.test(text))
    throw new ConfigProblem(`${name} must name one server, or the one address that always leads to the primary.`);
  return text;
}

/** How far a replica may lag behind, for reads that need not be current. */
export const standardMostBehindSeconds = '30';

export function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!/^\d{1,7}$/.test(text) || count < 1 || count > 1_000_000) {
    throw new ConfigProblem(`${name} is not a whole number from 1 to 1000000: ${text}`);
  }
  return count;
}

/** Ten minutes at most: nobody waits longer for a program to end. */
export function readSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (!/^\d{1,3}$/.test(text) || seconds > 600) {
    throw new ConfigProblem(`${name} is not a whole number of seconds from 0 to 600: ${text}`);
  }
  return seconds;
}

export function readUrl(name: string, text: string): string {
  return readAddress(name, text).replace(/\/+$/, '');
}

/** Schemes that a page may link to: others, such as `javascript:`, would run in it. */
const linked = new Set(['https:', 'http:', 'mailto:', 'tel:']);

/** Returns the address as written, or empty. */
export function readAddress(name: string, text = ''): string {
  if (text && !(URL.canParse(text) && linked.has(new URL(text).protocol))) {
    throw new ConfigProblem(`${name} is not an address: ${text}`);
  }
  return text;
}

/** Returns the origin as browsers write it: without a trailing slash. */
export function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin === 'null')
    throw new ConfigProblem(`WEB_ORIGINS contains something that is not an origin like https://app.example: ${text}`);
  return origin;
}

/** An address, optionally followed by the prefix length of a network. */
export function readProxy(text: string): string {
  const [address = '', bits = '32', ...rest] = text.split('/');
  // A prefix of zero bits means everybody: callers could choose the address that their attempts are counted under.
  const isProxy = isIP(address) !== 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32);
  if (!isProxy || rest.length > 0)
    throw new ConfigProblem(`TRUSTED_PROXIES contains something that is not an address: ${text}`);
  return text;
}

export function readList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/**
 * An address to which this Lastro sends its own token, or from which it gets its prices. Nobody on the way may read or change that, so in
 * production it must use TLS, or stay on this machine.
 */
export function readMachineUrl(name: string, text: string, isProduction: boolean): string {
  const url = readAddress(name, text);
  if (url && !/^https?:$/.test(new URL(url).protocol))
    throw new ConfigProblem(`${name} is not an http(s) address: ${url}`);
  if (!url || !isProduction || new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname)) return url;
  throw new ConfigProblem(`${name} is ${new URL(url).origin}: set it to an https:// address.`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
