import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/server/database.ts';
import type { Http } from '#platform/server/http.ts';

/** What a program consists of that has to come to its end. */
export interface Leaving {
  /** Everything that listens; the first one writes the log. */
  listening: readonly Http[];
  /** The clockwork, where the program has it. */
  jobs: { stop(graceMs: number): Promise<void> } | null;
  db: Database;
  /** The copy of it that is read from, where there is one. */
  replica?: { close(): Promise<void> } | null;
  /** How long it goes on taking what comes after it has said that it leaves. */
  drainMs: number;
  /** How long what is under way then has. */
  stopMs: number;
}

/** Of the time to stop at most these shares are for sending streams elsewhere, and for the clockwork: the rest is for what comes after. */
const shareOfStreams = 0.5;
const shareOfJobs = 0.8;

/**
 * Readiness goes first, so that a proxy sends nobody new; what comes all the same is answered. Then streams are sent elsewhere, the
 * ports are closed, and what is under way is finished. The clockwork takes nothing new from the beginning, and finishes what it holds;
 * what it cannot finish another worker finds when the lease ends. The database's connections are given up last.
 *
 * Answers whether everything came to its end in time; what did not is cut off, and is as if the machine had failed.
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
    // It looks how far it is behind the other one as long as it is open.
    await replica?.close();
    await db.close();
    log?.info('stopped');
  }
}

const idleEveryMs = 100;

/** A connection whose last answer has just left is idle only then: it is closed too, instead of being waited for. */
async function closeHttp({ app }: Http): Promise<void> {
  const closing = setInterval(() => app.server.closeIdleConnections(), idleEveryMs);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
  }
}
