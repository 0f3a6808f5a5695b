import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { refusePlatform } from '../refusals.ts';
import { announcerOf, gatherChanges } from './changes.ts';
import { PoolExhausted, takeConnection } from './clients.ts';
import { type Database, runner, type Tx } from './database.ts';
import { noteFailure } from './database-failures.ts';
import { codeOf, isLost } from './is-lost.ts';
import { committing, OutcomeUnknown } from './outcome-unknown.ts';

const mostTries = 5;

/**
 * Runs `work` in one transaction: everything in it commits together or not at all. Throwing rolls back.
 *
 * Retried whole, with jitter, only where PostgreSQL says that nothing happened: a serialisation failure, a deadlock, a
 * connection lost before COMMIT was sent. A connection lost at COMMIT leaves the outcome unknown; `repeatable` says that
 * the work carries its own key and finds its earlier outcome, so it may run again even then.
 *
 * @throws OutcomeUnknown when the commit may not outlive the server: never to be told as done
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: { repeatable?: boolean } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const progress = { committing: false };
    try {
      return await runOnce(db, work, progress);
    } catch (error) {
      noteFailure(db.pool, error, progress.committing ? 'COMMIT' : 'a transaction');
      const again = isRetryable(error) && (!progress.committing || options.repeatable === true);
      if (!again) throw error;
      if (attempt >= mostTries) throw Object.assign(refusePlatform('unavailable', {}, 2), { cause: error });
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function runOnce<T>(db: Database, work: (tx: Tx) => Promise<T>, progress: { committing: boolean }): Promise<T> {
  const client = await takeConnection(db.pool);
  let broken: Error | undefined;
  // A connection that breaks between two statements emits an error; the next statement then reports it.
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const run = runner(db.pool, db.statements);
    const tx = { query: (text, values) => run(client, text, values) } as Tx;
    const changes = gatherChanges(tx);
    const result = await work(tx);
    progress.committing = true;
    // Also when it is in doubt: whoever reads again for nothing is no worse off.
    await commit(client).finally(() => announcerOf(db).announce(changes));
    return result;
  } catch (error) {
    broken = isLost(error) ? (error as Error) : await rollBack(client);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** COMMIT answers ROLLBACK for an aborted transaction. */
async function commit(client: pg.PoolClient): Promise<void> {
  const result = await committing(client, () => client.query('COMMIT'));
  if (result.command !== 'COMMIT') throw new Error('the transaction had already failed');
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const nothingHappened = new Set(['40001', '40P01']);

/** Where the answer to the commit is in doubt the standby is away, and where nothing is free others wait too: whoever asked asks again, later. */
function isRetryable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof PoolExhausted) return false;
  return nothingHappened.has(codeOf(error)) || isLost(error);
}
