import type { Database } from '#database/server/database.ts';
import { endMails, type MailOutcome } from './mail-queue.ts';

/**
 * Outcomes not yet recorded when a server crashes mean emails sent twice. They are recorded within this time, or sooner while the server is
 * stopping.
 */
const withinMs = 1_000;
const whenStoppingMs = 50;

/** The outcomes of emails of one cell, recorded in batches. */
export interface Outcomes {
  add(outcome: MailOutcome): void;
  /** Resolves once all of them are recorded. */
  end(): Promise<void>;
}

export function createOutcomes(db: Database, cell: number, stopping: AbortSignal | undefined): Outcomes {
  const known: MailOutcome[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function writeKnown(): Promise<void> {
    const some = known.splice(0);
    if (some.length === 0) return;
    try {
      await endMails(db, cell, some);
    } catch (error) {
      known.push(...some);
      throw error;
    }
  }
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => {}).then(writeKnown);
    return writing;
  }
  return {
    add(outcome) {
      known.push(outcome);
      // Outcomes that could not be recorded are retried with the next batch, and at the end.
      timer ??= setTimeout(() => void write().catch(() => {}), stopping?.aborted ? whenStoppingMs : withinMs);
    },
    end: write,
  };
}
