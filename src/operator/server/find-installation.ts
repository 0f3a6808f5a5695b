import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Mode } from '#database/server/installation-mode.ts';
import { readCount, standardMostBehindSeconds } from '#settings/server/read-settings.ts';
import type { Lastro, Place, Subscribed } from './command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { atTheMachine, type Operator } from '#commands/server/operator.ts';

type Environment = Record<string, string | undefined>;

/** The database of the running Lastro, and what else a command needs to know about it. */
export interface Installation extends Omit<Lastro, 'db' | 'mode' | 'readFile' | 'commandNames' | keyof Subscribed> {
  databaseUrl: string;
  /** The message when that database does not answer. */
  notRunning: string;
  /** The value of MODE, if set; the database itself knows its mode. */
  saidMode: Mode | null;
}

/** What the launcher writes to DATA_DIR while it runs, in two files: addresses, and credentials. */
const running = z.object({
  databaseUrl: z.string(),
  brokerageToken: z._default(z.nullable(z.string()), null),
  brokerageUrl: z._default(z.nullable(z.string()), null),
  host: z._default(z.string(), '127.0.0.1'),
  port: z._default(z.nullable(z.int()), null),
  consoleUrl: z._default(z.string(), ''),
  mode: z._default(z.string(), 'sandbox'),
});

export function findPlace(env: Environment, given = env): Place {
  return { dataDir: resolve(env.DATA_DIR || '.data'), operator: whoOperates(env), env, given };
}

/** Uses DATABASE_URL if it names a database other than that of the Lastro running on DATA_DIR; otherwise uses the running one. */
export async function findInstallation(env: Environment): Promise<Installation> {
  const { dataDir: folder } = findPlace(env);
  const found = await readRunning(folder);
  if (env.DATABASE_URL && env.DATABASE_URL !== found?.databaseUrl) return fromEnvironment(env, env.DATABASE_URL);
  const notRunning = `Lastro is not running on ${folder}. Start it with npm start, or set DATA_DIR to its folder.`;
  if (!found) throw new CommandRefused('not_running', notRunning);
  return {
    databaseUrl: found.databaseUrl,
    home: { dataDir: folder },
    operator: whoOperates(env),
    saidMode: readMode(env),
    brokerage: brokerageAt(found.brokerageUrl, found.brokerageToken),
    replica: readReplica(env),
    consoleUrl: env.CONSOLE_URL || found.consoleUrl || '',
    notRunning,
  };
}

export async function readRunning(folder: string): Promise<z.output<typeof running> | null> {
  const parts = await Promise.all(['running.json', 'running-keys.json'].map((name) => readPart(join(folder, name))));
  return running.safeParse(Object.assign({}, ...parts)).data ?? null;
}

async function readPart(file: string): Promise<object | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') return '';
    throw new CommandRefused('no_rights', `${file} cannot be read: run this as the user who started Lastro.`);
  });
  const content = readJson(text);
  return typeof content === 'object' ? content : null;
}

function fromEnvironment(env: Environment, databaseUrl: string): Installation {
  return {
    databaseUrl,
    home: null,
    operator: whoOperates(env),
    saidMode: readMode(env),
    brokerage: brokerageAt(env.BROKERAGE_URL, env.BROKERAGE_TOKEN),
    replica: readReplica(env),
    consoleUrl: env.CONSOLE_URL ?? '',
    notRunning: 'The database in DATABASE_URL is not responding.',
  };
}

export function readMode({ MODE: said }: Environment): Mode | null {
  if (!said) return null;
  if (said === 'sandbox' || said === 'production') return said;
  throw new CommandRefused('mode_unknown', 'MODE must be sandbox or production.');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function brokerageAt(url: string | null | undefined, token: string | null | undefined): Lastro['brokerage'] {
  return url && token ? { url: url.replace(/\/+$/, ''), token } : null;
}

function readReplica(env: Environment): Lastro['replica'] {
  const [url, name] = [env.DATABASE_REPLICA_URL, 'DATABASE_REPLICA_MOST_BEHIND_SECONDS'];
  return url ? { url, mostBehindMs: readCount(name, env[name] || standardMostBehindSeconds) * 1_000 } : null;
}

/** The operator's name in the journal: LASTRO_OPERATOR if several people share a login of the machine. */
function whoOperates(env: Environment): Operator {
  return atTheMachine(env.LASTRO_OPERATOR?.trim() || userInfo().username);
}
