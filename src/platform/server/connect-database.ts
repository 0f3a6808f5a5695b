import type pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { connectToPrimary } from './find-primary.ts';
import { PlainFailure } from './plain-failure.ts';

/** What has to be known of what answers at an address before a pool of connections to it is opened. */
export interface Answering {
  /** Somebody else's backend answers: a pooler stands in between, and what is told to a session is not kept for it. */
  isPooled: boolean;
  /** How many connections the server allows to logins like the product's. */
  allowed: number;
  /** Whether statements are under limits there without being told; asked behind a pooler alone. */
  isLimited: boolean;
}

/**
 * Asks what answers. A pooler such as PgBouncer makes up the number of the backend that it tells its client; PostgreSQL itself tells
 * the one that pg_backend_pid() tells.
 */
export async function learnWhatAnswers(url: string, waitMs?: number): Promise<Answering> {
  const client = await connectToPrimary(
    url,
    waitMs === undefined ? {} : { connectionTimeoutMillis: waitMs, query_timeout: waitMs },
  );
  try {
    const { rows } = await client.query<{ pid: number; most: number; reserved: number }>(question);
    const [learnt] = rows;
    if (!learnt) throw new Error('the database did not say what it is');
    const isPooled = isForeignBackend(client, learnt.pid);
    const isLimited = isPooled && (await client.query(limitsQuestion)).rowCount === 1;
    return { isPooled, allowed: learnt.most - learnt.reserved, isLimited };
  } finally {
    await client.end();
  }
}

const question = `SELECT pg_backend_pid() AS pid, current_setting('max_connections')::integer AS most,
  current_setting('superuser_reserved_connections')::integer
    + coalesce(current_setting('reserved_connections', true), '0')::integer AS reserved`;

const limitsQuestion = `SELECT FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
  HAVING bool_and(setting <> '0') AND current_setting('TimeZone') = 'UTC'`;

/** Whether what answers on this connection is another than whom it was opened to: a pooler hands it on. */
export function isForeignBackend(client: pg.ClientBase, pid: number): boolean {
  return (client as unknown as { processID: number }).processID !== pid;
}

/** Of what the server allows, this many are left to administrators, backups, standbys and whoever looks. */
const leftToOthers = 10;
/** Of each process: the one that hears of changes, the one that hears of transfers, and one for a command. */
const besideThePool = 3;
/** One process keeps no more of them busy: it has one processor, and each statement costs it some time. */
const usuallyUseful = 20;
const fewest = 4;

/** How many connections the pool of one of so many processes holds, where nobody says. */
export function shareOfConnections(allowed: number, processes: number, mostUseful = usuallyUseful): number {
  const share = Math.floor((allowed - leftToOthers) / processes) - besideThePool;
  return Math.max(fewest, Math.min(mostUseful, share));
}

export interface ConnectOptions extends Omit<DatabaseOptions, 'statements'> {
  /** Null or absent: whatever goes with what answers. */
  statements?: 'named' | 'unnamed' | null;
  /** Where LISTEN hears something, when that is another address. */
  listenUrl?: string;
  /** Among how many processes the server's connections are shared, where their number is not told. */
  processes?: number;
  /** No more than this many are of use to it. */
  mostUseful?: number | undefined;
}

/** A database behind whatever answers at the address: PostgreSQL itself, or a pooler that lends its sessions by the transaction. */
export async function connectDatabase(options: ConnectOptions): Promise<Database> {
  const { statements, listenUrl, processes, mostUseful, ...rest } = options;
  const { isPooled, allowed, isLimited } = await learnWhatAnswers(options.url, options.waitMs);
  if (isPooled && !isLimited) refuseUnlimited();
  const db = openDatabase({
    ...rest,
    isPooled,
    statements: statements ?? (isPooled ? 'unnamed' : 'named'),
    connections: options.connections ?? shareOfConnections(allowed, processes ?? 1, mostUseful),
  });
  if (listenUrl && listenUrl !== options.url) return { ...db, listenUrl };
  return isPooled ? { ...db, listenUrl: null } : db;
}

/** A pooler passes on no limits of a session's own, so the login has to bring them: without any, one statement may hold a row for ever. */
function refuseUnlimited(): never {
  throw new PlainFailure(
    'DATABASE_URL leads through a pooler, and the login has no time limits of its own, or another time zone than UTC: as that login, ' +
      "type once \"ALTER ROLE CURRENT_USER SET statement_timeout = '15s'\", likewise lock_timeout = '10s', " +
      "idle_in_transaction_session_timeout = '30s' and timezone = 'UTC', and have the pooler connect anew " +
      '(docs/operations.md, "The database").',
  );
}
