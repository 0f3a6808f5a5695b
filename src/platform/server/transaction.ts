import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { refusePlatform } from '../refusals.ts';
import { announcerOf, gatherChanges } from './changes.ts';
import { PoolExhausted, sendTogether, takeConnection } from './clients.ts';
import { type Database, databaseSpan, runner, type Tx } from './database.ts';
import { noteFailure } from './database-failures.ts';
import { codeOf, isLost } from './is-lost.ts';
import { nameStatement } from './name-statement.ts';
import { committing, OutcomeUnknown } from './outcome-unknown.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import { type OpenSpan, readTracing, traced } from './tracing.ts';

const mostTries = 5;

/**
 * Runs `work` in one transaction: everything in it commits together or not at all. Throwing rolls back.
 *
 * Retried as a whole, with jitter, only where PostgreSQL guarantees that nothing happened: a serialisation failure, a deadlock, a
 * connection lost before COMMIT was sent. A connection lost at COMMIT leaves the outcome unknown; `repeatable` states that the work carries
 * its own key and finds its earlier outcome, so it may run again even then.
 *
 * @throws OutcomeUnknown when the commit may not outlive the server: never to be reported as done
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: { repeatable?: boolean } = {},
): Promise<T> {
  try {
    return await tryAgain(db, work, options);
  } catch (error) {
    if (!isRemediable(error)) throw error;
    return turnOf(db)(() => remedied(db, () => tryAgain(db, work, options), error));
  }
}

async function tryAgain<T>(db: Database, work: (tx: Tx) => Promise<T>, options: { repeatable?: boolean }): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const progress = { committing: false };
    try {
      return await traced(
        () => databaseSpan('transaction', []),
        (span) => runOnce(db, work, progress, span),
      );
    } catch (error) {
      if (!isRemediable(error)) noteFailure(db.pool, error, progress.committing ? 'COMMIT' : 'a transaction');
      const again = isRetryable(error) && (!progress.committing || options.repeatable === true);
      if (!again) throw error;
      if (attempt >= mostTries) throw Object.assign(refusePlatform('unavailable', {}, 2), { cause: error });
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/**
 * The same without retrying, for work that does something else when its transaction fails. An error with the code `expected` is not counted
 * as database trouble.
 */
export function transactOnce<T>(db: Database, work: (tx: Tx) => Promise<T>, expected: string): Promise<T> {
  return traced(
    () => databaseSpan('transaction', []),
    (span) => runOnce(db, work, { committing: false }, span, expected),
  );
}

/**
 * A refusal that can be remedied outside the transaction: `remedy` returns whether it was, and then the work is retried (for example, when
 * treasury money is in another cell).
 */
export interface Remediable {
  remedy: (db: Database) => Promise<boolean>;
}

/** Another process may take what was fetched; a caller that has lost it this many times is asked to come back. */
const mostRemedies = 200;

/** A retry may fail for another reason: each round remedies the latest refusal. */
async function remedied<T>(db: Database, work: () => Promise<T>, first: Error & Remediable): Promise<T> {
  let refusal = first;
  for (let remedies = 0; remedies < mostRemedies && (await refusal.remedy(db)); remedies += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRemediable(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Remedies run one at a time within a process: two that collect the same money concurrently would keep taking it from each other. */
const turns = new WeakMap<pg.Pool, Semaphore>();

function turnOf({ pool }: Database): Semaphore {
  const turn = turns.get(pool) ?? createSemaphore({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });
  turns.set(pool, turn);
  return turn;
}

function isRemediable(error: unknown): error is Error & Remediable {
  return error instanceof Error && 'remedy' in error && typeof error.remedy === 'function';
}

/**
 * BEGIN is not waited for, nor are sent statements before COMMIT: a transaction costs one round trip more than the answers that its work
 * waits for.
 */
async function runOnce<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  progress: { committing: boolean },
  span: OpenSpan,
  expected?: string,
): Promise<T> {
  const client = await takeConnection(db.pool);
  let broken: Error | undefined;
  // A connection that breaks between two statements emits an error; the next statement then reports it.
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  const runOn = runner(db.pool, db.statements, expected);
  const together = sendTogether(client);
  const said: string[] = [];
  const run: typeof runOn = (on, text, values) => {
    if (readTracing()) said.push(nameStatement(text));
    together();
    return runOn(on, text, values);
  };
  const sent: Promise<unknown>[] = [];
  // The first failure made everything behind it fail. If the work awaited that statement it got the error, and may have replaced it with
  // its own.
  let failure: { error: unknown; wasAwaited: boolean } | undefined;
  const watch = <Rows>(statement: Promise<Rows>, explain?: (error: unknown) => unknown): Promise<Rows> => {
    const watched = statement.catch((error: unknown) => {
      failure ??= { error: explain?.(error) ?? error, wasAwaited: explain === undefined };
      throw failure.error;
    });
    watched.catch(() => {});
    return watched;
  };
  try {
    together();
    sent.push(watch(client.query('BEGIN'), asIs));
    const tx = {
      query: (text, values) => watch(run(client, text, values)),
      send: (text, values, explain = asIs) => void sent.push(watch(run(client, text, values), explain)),
    } as Tx;
    const changes = gatherChanges(tx);
    const result = await work(tx);
    progress.committing = true;
    together();
    // Announced even when the outcome is in doubt: an unnecessary refetch does no harm.
    await commit(client, sent, progress).finally(() => announcerOf(db).announce(changes));
    return result;
  } catch (error) {
    // Evaluated again after the rollback: a sent statement may fail meanwhile.
    const first = (): unknown => {
      return failure && (!failure.wasAwaited || error instanceof AlreadyFailed) ? failure.error : error;
    };
    broken = isLost(error) || isLost(first()) ? (error as Error) : await rollBack(client);
    throw first();
  } finally {
    if (said.length > 0) span.set({ 'lastro.statements': said });
    client.off('error', onError);
    client.release(broken);
  }
}

class AlreadyFailed extends Error {}

const asIs = (error: unknown): unknown => error;

/** COMMIT answers ROLLBACK for an aborted transaction: then nothing has happened. */
async function commit(
  client: pg.PoolClient,
  sent: Promise<unknown>[],
  progress: { committing: boolean },
): Promise<void> {
  const committed = committing(client, () => client.query('COMMIT'));
  const [result] = await Promise.all([committed, Promise.allSettled(sent)]);
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
