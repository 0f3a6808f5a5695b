import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { takeConnection } from './clients.ts';
import { type Database, openDatabase, runner } from './database.ts';
import { leaveUnnoted } from './database-failures.ts';
import { gauge, metrics } from './metrics.ts';
import { readPosition, type LagWatch, watchLag } from './replica-lag.ts';

/** A copy of the database that follows it, for what is long to read. Nothing that money depends on is read there. */
export interface Replica {
  /** How far behind the last look found it, in milliseconds; null while it is away. */
  behindMs(): number | null;
  /**
   * Reads there what was answered before this call, all of it: every connection is waited for until it has it. Null when that takes
   * too long, or it is away; then the primary is asked.
   */
  asOfNow(): Promise<Database | null>;
  /** Reads there what need not be of this moment, and says how old it may be; null when it is away or too far behind. */
  asItIs(): { db: Database; behindMs: number } | null;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  /** What it follows. */
  primary: Database;
  connections?: number;
  /** For what need not be of this moment. */
  mostBehindMs: number;
  /** How long a reading of this moment waits until it is there. */
  waitMs?: number;
  /** How often is looked how far behind it is. */
  lookMs?: number;
  /** How long it may be silent while it reads; 0 for however long it takes. */
  patienceMs?: number;
}

/** A standby beside the primary is some milliseconds behind it; one that is further is not waited for by anybody who looks at a page. */
const usualWaitMs = 250;
const usualLookMs = 1_000;
const betweenLooksMs = 10;
const silentMs = 1_000;

const read =
  (metrics.getSingleMetric('lastro_long_readings_total') as Counter<'from'> | undefined) ??
  new Counter({
    name: 'lastro_long_readings_total',
    help: 'What is long to read, by where it was read, where there is a replica.',
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
    role: 'standby',
    statements: 'unnamed',
    connections: options.connections ?? 8,
    waitMs: 2_000,
    patienceMs: options.patienceMs ?? 20_000,
  });
  // That a copy is away is no trouble of the database's: the primary is asked instead.
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
      // What the last look found cannot be there in time is not waited for.
      if (behindMs === null || behindMs > lookMs + waitMs) return null;
      return withAll(standby, await readPosition(primary), waitMs);
    },
    close: async () => {
      await watch.stop();
      await standby.close();
    },
  };
}

/** The same, but whatever is read there is read on a connection whose server has replayed the log so far: there may be several. */
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

/** It has not yet what was answered before it was asked. */
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
    // One that is frozen says nothing; nobody waits for it as long as for one that is busy reading.
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

gauge('lastro_replica_behind_seconds', 'How far the replica is behind the primary; −1 while it is away.', async () => {
  const behindMs = shown?.behindMs();
  // Where there is no replica there is nothing to tell.
  return behindMs === undefined ? Number.NaN : behindMs === null ? -1 : behindMs / 1_000;
});
