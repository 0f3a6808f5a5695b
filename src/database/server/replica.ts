import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { takeConnection } from './clients.ts';
import { type Database, openDatabase, runner } from './database.ts';
import { leaveUnnoted } from './database-failures.ts';
import { gauge, metrics } from '#telemetry/server/metrics.ts';
import { readPosition, type LagWatch, watchLag } from './replica-lag.ts';

/** A replica of the database for long-running reads. Nothing that money depends on is read there. */
export interface Replica {
  /** The lag found by the last check, in milliseconds; null while the replica is away. */
  behindMs(): number | null;
  /**
   * Reads everything that was answered before this call: each connection is waited for until it has it. Null when the replica is away or
   * cannot catch up in time; then the primary is used.
   */
  asOfNow(): Promise<Database | null>;
  /** For reads that need not be current, together with how old the data may be; null when the replica is away or too far behind. */
  asItIs(): { db: Database; behindMs: number } | null;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  /** The server that it follows. */
  primary: Database;
  connections?: number;
  /** The maximum lag for reads that need not be current. */
  mostBehindMs: number;
  /** How long a current read waits for the replica to catch up. */
  waitMs?: number;
  /** How often the lag is checked. */
  lookMs?: number;
  /** How long it may be silent during a read; 0 for no limit. */
  patienceMs?: number;
}

/** A standby near the primary is some milliseconds behind; nobody looking at a page waits for one that is further behind. */
const usualWaitMs = 250;
const usualLookMs = 1_000;
const betweenLooksMs = 10;
const silentMs = 1_000;

const read =
  (metrics.getSingleMetric('lastro_long_readings_total') as Counter<'from'> | undefined) ??
  new Counter({
    name: 'lastro_long_readings_total',
    help: 'Long reads, by where they were served, if there is a replica.',
    labelNames: ['from'],
    registers: [metrics],
  });

export function countLongReading(from: 'replica' | 'primary'): void {
  read.inc({ from });
}

export function openReplica(options: ReplicaOptions): Replica {
  const { url, primary, mostBehindMs, waitMs = usualWaitMs, lookMs = usualLookMs } = options;
  const standby = openDatabase({
    url,
    guard: requireStandby,
    statements: 'unnamed',
    connections: options.connections ?? 8,
    waitMs: 2_000,
    patienceMs: options.patienceMs ?? 20_000,
  });
  // An unavailable replica does not count as database trouble: the primary is used instead.
  leaveUnnoted(standby.pool);
  const watch = watchLag({ primary, standby, lookMs });
  showLag(watch);
  return {
    behindMs: watch.behindMs,
    asItIs: () => {
      const behindMs = watch.behindMs();
      return behindMs === null || behindMs > mostBehindMs ? null : { db: standby, behindMs };
    },
    asOfNow: async () => {
      const behindMs = watch.behindMs();
      // Does not wait for what the last check found cannot arrive in time.
      if (behindMs === null || behindMs > lookMs + waitMs) return null;
      return withAll(standby, await readPosition(primary), waitMs);
    },
    close: async () => {
      await watch.stop();
      await standby.close();
    },
  };
}

/** The same database, but each read uses a connection whose server has replayed the log up to `position`: there may be several servers. */
function withAll(standby: Database, position: string, waitMs: number): Database {
  const { pool: all, statements, close } = standby;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await takeConnection(all);
    try {
      await untilReplayed(client, position, waitMs);
      return client;
    } catch (error) {
      client.release(error instanceof StillBehind ? undefined : (error as Error));
      throw error;
    }
  };
  const pool = { options: all.options, connect } as unknown as pg.Pool;
  leaveUnnoted(pool);
  const run = runner(pool, statements);
  return {
    pool,
    statements,
    close,
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const client = await connect();
      let broken: Error | undefined;
      try {
        return await run<Row>(client, text, values);
      } catch (error) {
        broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

/** The replica does not have everything that was answered before the request. */
export class StillBehind extends Error {
  override readonly name = 'StillBehind';
  override readonly message = 'the replica is too far behind';
}

async function untilReplayed(client: pg.PoolClient, position: string, waitMs: number): Promise<void> {
  for (const deadline = performance.now() + waitMs; ; await pause(betweenLooksMs)) {
    const asked = client.query<{ is: boolean | null }>(
      'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS is',
      [position],
    );
    // A frozen replica is silent; it is given less time than one that is busy reading.
    const answer = await Promise.race([asked, pause(silentMs, null, { ref: false })]);
    if (!answer) {
      asked.catch(() => {});
      throw Object.assign(new Error('the replica does not answer'), { code: 'ETIMEDOUT' });
    }
    if (answer.rows[0]?.is) return;
    if (performance.now() > deadline) throw new StillBehind();
  }
}

let shown: LagWatch | null = null;

function showLag(watch: LagWatch): void {
  shown = watch;
}

gauge('lastro_replica_behind_seconds', 'How far the replica is behind the primary; −1 while it is down.', async () => {
  const behindMs = shown?.behindMs();
  // Without a replica there is nothing to report.
  return behindMs === undefined ? Number.NaN : behindMs === null ? -1 : behindMs / 1_000;
});

/** Rejects a server that is itself a primary, and so follows none: it may be the one left behind at a failover. */
async function requireStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
  if (!rows[0]?.is) throw new NotAStandby();
}

class NotAStandby extends Error {
  override readonly name = 'NotAStandby';
  /** PostgreSQL's own code for a server that is not in the required state. */
  readonly code = '57P03';
  override readonly message = 'the server at DATABASE_REPLICA_URL follows no primary';
}
