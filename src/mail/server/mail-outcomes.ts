import type { Database } from '#platform/server/database.ts';
import { endMails, type MailOutcome } from './mail-queue.ts';

/** What is known and not yet written down when a server dies leaves twice: no longer than this, and less where it is about to go. */
const withinMs = 1_000;
const whenStoppingMs = 50;

/** What became of mails of one cell, written down by the set. */
export interface Outcomes {
  add(outcome: MailOutcome): void;
  /** Resolves when all of it has been written down. */
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
      // What could not be written down is tried again with the next, and at the end.
      timer ??= setTimeout(() => void write().catch(() => {}), stopping?.aborted ? whenStoppingMs : withinMs);
    },
    end: write,
  };
}
