import type pg from 'pg';

/** The commit may or may not have happened, or may not outlive the server that it happened on. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * Runs a statement that commits. PostgreSQL waits indefinitely for its synchronous standby, whatever statement_timeout says. If that wait
 * is cancelled it reports success with a mere warning: the change exists, and is gone when the standby takes over. Neither silence nor such
 * a warning is an acknowledgement.
 */
export async function committing<Result>(client: pg.PoolClient, statement: () => Promise<Result>): Promise<Result> {
  const commits = watchCommits(client);
  try {
    const result = await statement().catch(commits.explain);
    commits.check();
    return result;
  } finally {
    commits.end();
  }
}

/** The same for several statements in flight: call `check` after each answer, `explain` for a failure, `end` when all are answered. */
export function watchCommits(client: pg.PoolClient): {
  check(): void;
  explain(error: unknown): never;
  end(): void;
} {
  let warning: string | undefined;
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }): void => {
    // Matched by code and not by text, which the server writes in its own language.
    if (notice.code?.startsWith('01') || notice.code === noTransaction) warning = notice.message ?? 'warning';
  };
  client.on('notice', onNotice);
  return {
    check: () => {
      if (warning) throw new OutcomeUnknown(warning);
    },
    explain: (error) => {
      throw isSilence(error) ? new OutcomeUnknown('the database did not answer', { cause: error }) : error;
    },
    end: () => void client.off('notice', onNotice),
  };
}

/** COMMIT was answered without a transaction: BEGIN had failed, and what was sent since has committed statement by statement. */
const noTransaction = '25P01';

/** Whether this is node-postgres's error for an answer that did not come within query_timeout. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
