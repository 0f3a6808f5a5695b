import type pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { openClient } from './clients.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** Facts about the server at an address, needed before a connection pool to it is opened. */
export interface Answering {
  /** Another backend answers than the one reported: a pooler is in between, and session settings do not persist. */
  isPooled: boolean;
  /** How many connections the server allows to logins like the product's. */
  allowed: number;
  /** Whether the login has statement limits of its own; checked behind a pooler only. */
  isLimited: boolean;
}

/**
 * Finds out what answers at an address. A pooler such as PgBouncer reports a made-up backend number to its client; PostgreSQL itself
 * reports the one that pg_backend_pid() returns.
 */
export async function learnWhatAnswers(url: string, waitMs?: number): Promise<Answering> {
  const client = await openClient({
    connectionString: url,
    ...(waitMs !== undefined && { connectionTimeoutMillis: waitMs, query_timeout: waitMs }),
  });
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

/** Whether the backend that answers is not the one that the connection was opened to: a pooler is in between. */
export function isForeignBackend(client: pg.ClientBase, pid: number): boolean {
  return (client as unknown as { processID: number }).processID !== pid;
}

/** Connections left to administrators, backups, standbys and monitoring, of those the server allows. */
const leftToOthers = 10;
/** Connections of each process outside the pool: the listener for changes, the listener for transfers, and one for a command. */
const besideThePool = 3;
/** One process keeps no more connections than this busy: it has one processor, and each statement costs it some time. */
const usuallyUseful = 20;
const fewest = 4;

/** Default pool size of one process when `processes` of them share the server. */
export function shareOfConnections(allowed: number, processes: number, mostUseful = usuallyUseful): number {
  const share = Math.floor((allowed - leftToOthers) / processes) - besideThePool;
  return Math.max(fewest, Math.min(mostUseful, share));
}

export interface ConnectOptions extends Omit<DatabaseOptions, 'statements'> {
  /** Null or absent: chosen by what answers. */
  statements?: 'named' | 'unnamed' | null;
  /** The address for LISTEN, when it is a different one. */
  listenUrl?: string;
  /** How many processes share the server's connections, where no number of connections is given. */
  processes?: number;
  /** Upper bound of the pool: more are of no use to it. */
  mostUseful?: number | undefined;
}

/** Opens the database at an address: PostgreSQL itself, or a transaction pooler. */
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

/**
 * A pooler does not pass on a session's own limits, so the login has to have them: without any, one statement may hold a row indefinitely.
 */
function refuseUnlimited(): never {
  throw new PlainFailure(
    'DATABASE_URL leads through a pooler, and the login has no time limits of its own, or a time zone other than UTC: as that login, ' +
      "run once \"ALTER ROLE CURRENT_USER SET statement_timeout = '15s'\", likewise lock_timeout = '10s', " +
      "idle_in_transaction_session_timeout = '30s' and timezone = 'UTC', and have the pooler reconnect " +
      '(docs/operations.md, "The database").',
  );
}
