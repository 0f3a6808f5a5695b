import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openClient, takeConnection } from '#database/server/clients.ts';
import type { Database } from '#database/server/database.ts';
import { noteFailure } from '#database/server/database-failures.ts';

const channel = 'broker_transfers';
const reconnectMs = 1000;

/**
 * Listens for the database's notification that a transfer was recorded anywhere. Only an optimisation: behind a pooler that delivers no
 * notifications, or while the connection is lost, the worker's polling finds the same work.
 */
export function listenForWork(db: Database, onWork: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    if (db.listenUrl === null) return;
    while (!stopping.signal.aborted) {
      await listenOnce(db, onWork, stopping.signal).catch((error: unknown) =>
        noteFailure(db.pool, error, 'listen for transfers'),
      );
      await pause(reconnectMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const finished = run();
  return {
    stop: () => {
      stopping.abort();
      return finished;
    },
  };
}

async function listenOnce(db: Database, onWork: () => void, stopping: AbortSignal): Promise<void> {
  const { client, close } = await openListener(db);
  try {
    const over = untilOver(db.pool, client, stopping);
    client.on('notification', onWork);
    await client.query(`LISTEN ${channel}`);
    await over;
  } finally {
    await close();
  }
}

interface Listener {
  client: pg.ClientBase;
  close(): Promise<void>;
}

async function openListener({ pool, listenUrl }: Database): Promise<Listener> {
  if (!listenUrl) {
    const client = await takeConnection(pool);
    // Closed rather than returned to the pool: it would go on listening.
    return { client, close: async () => client.release(true) };
  }
  const client = await openClient({ connectionString: listenUrl, keepAlive: true, connectionTimeoutMillis: 5_000 });
  return { client, close: () => client.end().catch(() => {}) };
}

function untilOver(pool: pg.Pool, client: pg.ClientBase, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) resolve();
    stopping.addEventListener('abort', () => resolve(), { once: true });
    client.once('error', (error) => {
      noteFailure(pool, error, 'listen for transfers');
      resolve();
    });
    client.once('end', () => resolve());
  });
}

/**
 * Notifies every worker that there is work, after the commit and never inside it: a transaction that notifies holds a database-wide lock
 * until it is on disk, which this one does not wait for. Calls made while one is under way are merged into one more.
 */
export function announceWork(db: Database): () => void {
  let underWay: Promise<unknown> | null = null;
  let again = false;

  function announce(): void {
    again = underWay !== null;
    underWay ??= db
      .query(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, '')`, [channel])
      .catch(() => {})
      .finally(() => {
        underWay = null;
        if (again) announce();
      });
  }
  return announce;
}
