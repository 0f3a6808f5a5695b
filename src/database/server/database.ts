import pg from 'pg';
import { announcerOf } from './changes.ts';
import { HeardClient, takeConnection } from './clients.ts';
import { noteFailure } from './database-failures.ts';
import type { Flights } from './flights.ts';
import { isLost } from './is-lost.ts';
import { nameStatement } from './name-statement.ts';
import { readMoment } from './read-moment.ts';
import { noteDuration } from './slow-statements.ts';
import { committing } from './outcome-unknown.ts';
import { type AskedSpan, traced } from '#telemetry/server/tracing.ts';

/**
 * The database as the stores see it: one statement in, typed rows out. `Tx` is the same inside a transaction; a function
 * that takes a `Tx` can only be called where everything commits together.
 */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

declare const inTransaction: unique symbol;
export interface Tx extends Sql {
  readonly [inTransaction]: true;
  /**
   * Sends a statement whose rows nobody needs, without waiting for it: the next ones share its round trip. If it fails, everything after it
   * fails too, the transaction is rolled back and its caller gets this error, as translated by `explain`.
   */
  send(text: string, values?: readonly unknown[], explain?: (error: unknown) => unknown): void;
}

export interface Database extends Sql {
  readonly pool: pg.Pool;
  /** Whether statements are prepared by name. */
  readonly statements: 'named' | 'unnamed';
  /** Sends queries together with those of other callers. */
  readonly flights?: Flights;
  /** The address for LISTEN, when it is a different one; null: none. */
  readonly listenUrl?: string | null;
  /** Every transaction is rolled back instead of committed: it only shows what would be refused. */
  readonly isRehearsal?: true;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  statements?: 'named' | 'unnamed';
  connections?: number;
  /** Throws where the server behind a new connection must not be used: after a failover it is another one. */
  guard?: ((client: pg.ClientBase) => Promise<void>) | undefined;
  /** How long the server may be silent before it is considered dead: a machine without power closes no connection. */
  patienceMs?: number;
  /** How long a caller may wait for a connection of the pool to become free, or for a new one. */
  waitMs?: number;
  /** The server is behind a pooler, which accepts no session settings: the login has its own (connect-database.ts). */
  isPooled?: boolean;
}

const bigintOid = 20;
const dateOid = 1082;
const timestamptzOid = 1184;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === bigintOid) return BigInt;
    if (oid === dateOid) return String;
    if (oid === timestamptzOid) return readMoment;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Statements that wait longer than this are cancelled, and the customer is asked to try again. random_page_cost is that of a disk without
 * moving parts: with PostgreSQL's default all rows of a customer are read and sorted to show the newest fifty
 * (docs/decisions/0054-reads-in-one-flight.md).
 */
const session =
  '-c statement_timeout=15s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s -c timezone=UTC -c random_page_cost=1.1';

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    Client: HeardClient,
    connectionString: options.url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: options.waitMs ?? 30_000,
    keepAlive: true,
    query_timeout: options.patienceMs,
    // Statements are sent without waiting for the answers to earlier ones (Tx.send).
    pipeline: true,
    ...(options.isPooled ? {} : { options: session }),
    types,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it; its types do not say so.
    ...(options.guard && { onConnect: options.guard }),
  });
  // A broken idle connection is replaced at the next use; without a listener its error would end the process.
  pool.on('error', (error) => noteFailure(pool, error, 'an idle connection'));
  const statements = options.statements ?? 'named';
  const run = runner(pool, statements);
  return {
    pool,
    statements,
    query: <Row extends object>(text: string, values?: readonly unknown[]) =>
      traced(
        () => databaseSpan('query', [text]),
        () => onOneConnection(pool, (client) => committing(client, () => run<Row>(client, text, values))),
      ),
    // Sends pending announcements to the other processes before the pool closes.
    close: async () => {
      await announcerOf({ pool }).settled();
      await pool.end();
    },
  };
}

/** Describes a database call for tracing, by the names of its statements and never their values. */
export function databaseSpan(name: string, texts: readonly string[]): AskedSpan {
  const attributes = { 'db.system.name': 'postgresql', 'lastro.statements': texts.map(nameStatement) };
  return { name: `database ${name}`, kind: 'client', isPart: true, attributes };
}

/** PostgreSQL refused a statement and waits for the next one: the connection is as good as before. */
function isOnlyRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isLost(error);
}

/** Runs `work` on one connection, which is discarded if it fails, unless PostgreSQL itself only refused a statement. */
export async function onOneConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await takeConnection(pool).catch((error: unknown) => {
    noteFailure(pool, error, 'connect');
    throw error;
  });
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (!isOnlyRefused(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `lastro_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * A value as it is sent. node-postgres would find out in the middle of a message that one cannot be written (a bigint within JSON), and the
 * connection would be out of step from then on.
 */
const { prepareValue: writeValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

type Runner = <Row extends object>(on: pg.PoolClient, text: string, values?: readonly unknown[]) => Promise<Row[]>;

export type IsExpected = (error: unknown) => boolean;

/**
 * Sends a statement. Failures are counted as database trouble, except expected ones.
 *
 * @throws at once, and not by the promise, if the values cannot be written: the server then knows nothing of the statement
 */
export function sender(pool: pg.Pool, statements: 'named' | 'unnamed', isExpected?: IsExpected): Runner {
  return <Row extends object>(on: pg.PoolClient, text: string, values: readonly unknown[] = []) => {
    const askedAt = performance.now();
    const written = values.map(writeValue);
    const answer = on.query<Row>({ text, values: written, ...(statements === 'named' && { name: nameOf(text) }) });
    const noted = async (): Promise<Row[]> => {
      try {
        return (await answer).rows;
      } catch (error) {
        // The error's own stack leads only to the socket, not to the caller.
        if (error instanceof Error) Error.captureStackTrace(error);
        if (!isExpected?.(error)) noteFailure(pool, error, text);
        throw error;
      } finally {
        noteDuration(text, performance.now() - askedAt);
      }
    };
    return noted();
  };
}

/** The same, with every failure in the promise. */
export function runner(pool: pg.Pool, statements: 'named' | 'unnamed'): Runner {
  const send = sender(pool, statements);
  return async <Row extends object>(on: pg.PoolClient, text: string, values?: readonly unknown[]) =>
    send<Row>(on, text, values);
}

/** Returns the only row, or null. */
export async function readOne<Row extends object>(
  sql: Sql,
  text: string,
  values?: readonly unknown[],
): Promise<Row | null> {
  const rows = await sql.query<Row>(text, values);
  return rows[0] ?? null;
}

/** Returns the one row that must exist; a missing row is a fault. */
export async function requireOne<Row extends object>(
  sql: Sql,
  text: string,
  values?: readonly unknown[],
): Promise<Row> {
  const row = await readOne<Row>(sql, text, values);
  if (!row) throw new Error('a row that must exist does not');
  return row;
}
