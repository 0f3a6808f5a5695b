import type pg from 'pg';

/** The commit may or may not have happened, or may not outlive the server that it happened on. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * Runs a statement that commits. PostgreSQL waits for its synchronous standby without end, whatever statement_timeout says.
 * Where somebody cuts that wait short it answers with success and puts a mere warning beside it: the change is there, and
 * gone when the standby takes over. Neither silence nor that is an acknowledgement.
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

/** The same of several statements on their way: `check` after each answer, `explain` what failed, `end` when all are answered. */
export function watchCommits(client: pg.PoolClient): {
  check(): void;
  explain(error: unknown): never;
  end(): void;
} {
  let warning: string | undefined;
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }): void => {
    // By its class and not by its words, which the server says in its own language.
    if (notice.code?.startsWith('01')) warning = notice.message ?? 'warning';
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

/** What node-postgres says when an answer did not come within query_timeout. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
