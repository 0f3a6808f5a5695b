import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { refusePlatform } from '#platform/refusals.ts';
import { announcerOf, gatherChanges } from './changes.ts';
import { AlreadyFailed, type Begun, beginTransaction } from './begin-transaction.ts';
import { PoolExhausted, takeConnection } from './clients.ts';
import { type Database, databaseSpan, type IsExpected, type Tx } from './database.ts';
import { noteFailure } from './database-failures.ts';
import { codeOf, isLost } from './is-lost.ts';
import { committing, OutcomeUnknown } from './outcome-unknown.ts';
import { type AskedSpan, type OpenSpan, traced } from '#telemetry/server/tracing.ts';

const mostTries = 5;

export interface Trying {
  /** The work carries its own key, and may run again after a commit of which nothing is known. */
  repeatable?: boolean;
  /** Errors that are no database trouble, because the caller does something else then. */
  isExpected?: IsExpected;
  span?: AskedSpan;
}

/**
 * Runs `work` in one transaction: everything in it commits together or not at all. Throwing rolls back.
 *
 * Retried as a whole, with jitter, only where PostgreSQL guarantees that nothing happened: a serialisation failure, a deadlock, a
 * connection lost before COMMIT was sent. A connection lost at COMMIT leaves the outcome unknown; `repeatable` states that the work carries
 * its own key and finds its earlier outcome, so it may run again even then.
 *
 * @throws OutcomeUnknown when the commit may not outlive the server: never to be reported as done
 */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>, trying: Trying = {}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const progress = { committing: false };
    try {
      return await traced(
        () => trying.span ?? databaseSpan('transaction', []),
        (span) => runOnce(db, work, progress, span, trying.isExpected),
      );
    } catch (error) {
      if (!trying.isExpected?.(error)) noteFailure(db.pool, error, progress.committing ? 'COMMIT' : 'a transaction');
      const again = isRetryable(error) && (!progress.committing || trying.repeatable === true);
      if (!again) throw error;
      if (attempt >= mostTries) throw Object.assign(refusePlatform('unavailable', {}, 2), { cause: error });
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** A transaction costs one round trip more than the answers that its work waits for. */
async function runOnce<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  progress: { committing: boolean },
  span: OpenSpan,
  isExpected?: IsExpected,
): Promise<T> {
  const client = await takeConnection(db.pool);
  let broken: Error | undefined;
  // A connection that breaks between two statements emits an error; the next statement then reports it.
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  const begun = beginTransaction(db, client, isExpected);
  try {
    const changes = gatherChanges(begun.tx);
    const result = await work(begun.tx);
    begun.close();
    if (db.isRehearsal) {
      await Promise.all(begun.sent);
      broken = await rollBack(client);
      return result;
    }
    progress.committing = true;
    // Announced even when the outcome is in doubt: an unnecessary refetch does no harm.
    await commit(client, begun, progress).finally(() => announcerOf(db).announce(changes));
    return result;
  } catch (error) {
    begun.refuseMore();
    broken = isLost(error) || isLost(begun.reasonOf(error)) ? (error as Error) : await rollBack(client);
    // Asked again after the rollback: a sent statement may have failed meanwhile.
    throw begun.reasonOf(error);
  } finally {
    if (begun.names.length > 0) span.set({ 'lastro.statements': begun.names });
    client.off('error', onError);
    client.release(broken);
  }
}

/** COMMIT answers ROLLBACK for an aborted transaction: then nothing has happened. */
async function commit(client: pg.PoolClient, begun: Begun, progress: { committing: boolean }): Promise<void> {
  begun.together();
  const committed = committing(client, () => client.query('COMMIT'));
  const [result] = await Promise.all([committed, Promise.allSettled(begun.sent)]);
  if (result.command === 'COMMIT') return;
  progress.committing = false;
  throw new AlreadyFailed('the transaction had already failed');
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

/**
 * Not retried: a commit in doubt, because the standby is away, and an exhausted pool, because others wait too. The caller tries again
 * later.
 */
function isRetryable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof PoolExhausted) return false;
  return nothingHappened.has(codeOf(error)) || isLost(error);
}
