import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';

/** The parts of a program that have to be shut down. */
export interface Leaving {
  /** All HTTP listeners; the first one writes the log. */
  listening: readonly Http[];
  /** The clockwork, if the program runs it. */
  jobs: { stop(graceMs: number): Promise<void> } | null;
  db: Database;
  /** The replica that is read from, if there is one. */
  replica?: { close(): Promise<void> } | null;
  /** How long it goes on accepting requests after announcing that it is leaving. */
  drainMs: number;
  /** How long work in progress then has to finish. */
  stopMs: number;
}

/** Maximum shares of the stop time for moving streams elsewhere and for the clockwork: the rest is for the later steps. */
const shareOfStreams = 0.5;
const shareOfJobs = 0.8;

/**
 * Readiness goes first, so that a proxy sends no new clients; requests that still arrive are answered. Then streams are sent elsewhere, the
 * ports are closed, and requests in progress finish. The clockwork takes on nothing new from the beginning and finishes what it holds;
 * anything it cannot finish is picked up by another worker when the lease expires. The database connections are closed last.
 *
 * Returns whether everything finished in time; the rest is cut off, as if the machine had failed.
 */
export async function leaveInOrder({ listening, jobs, db, replica, drainMs, stopMs }: Leaving): Promise<boolean> {
  const log = listening[0]?.app.log;
  log?.info({ drainMs, stopMs }, 'asked to stop: nobody new is wanted');
  for (const http of listening) http.drain.begin();
  const working = jobs?.stop(drainMs + stopMs * shareOfJobs);
  await pause(drainMs);
  const over = new AbortController();
  const deadline = pause(stopMs, false, { signal: over.signal }).catch(() => false);
  const inTime = await Promise.race([deadline, end().then(() => true)]);
  over.abort();
  if (!inTime) {
    log?.warn('stopping took too long: what was under way is cut off');
    for (const { app } of listening) app.server.closeAllConnections();
  }
  return inTime;

  async function end(): Promise<void> {
    await Promise.all(listening.map(({ drain }) => drain.part(stopMs * shareOfStreams)));
    await Promise.all([...listening.map(closeHttp), working]);
    // While open, it keeps comparing itself with the primary.
    await replica?.close();
    await db.close();
    log?.info('stopped');
  }
}

const idleEveryMs = 100;

/** A connection only becomes idle once its last answer is sent: such connections are closed too, instead of being waited for. */
async function closeHttp({ app }: Http): Promise<void> {
  const closing = setInterval(() => app.server.closeIdleConnections(), idleEveryMs);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
  }
}
