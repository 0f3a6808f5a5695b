import type pg from 'pg';
import type { Database } from './database.ts';
import { createSemaphore, type Semaphore } from '#platform/server/semaphore.ts';

/**
 * A refusal that can be remedied outside the transaction: `remedy` returns whether it was, and then the work is retried (for example, when
 * treasury money is in another cell).
 */
export interface Remediable {
  remedy: (db: Database) => Promise<boolean>;
}

export function isRemediable(error: unknown): error is Error & Remediable {
  return error instanceof Error && 'remedy' in error && typeof error.remedy === 'function';
}

/** Another process may take what was fetched; a caller that has lost it this many times is asked to come back. */
const mostRemedies = 200;

/** Remedies run one at a time within a process: two that collect the same money concurrently would keep taking it from each other. */
const turns = new WeakMap<pg.Pool, Semaphore>();

export function inTurn<Result>({ pool }: Database, work: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(pool) ?? createSemaphore({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });
  turns.set(pool, turn);
  return turn(work);
}

/** Does again what was refused. It may fail for another reason: each round remedies the latest refusal. */
export function remedied<T>(db: Database, work: () => Promise<T>, first: Error & Remediable): Promise<T> {
  return inTurn(db, async () => {
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
  });
}
