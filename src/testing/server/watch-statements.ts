import pg from 'pg';

/** A statement as sent to the database. */
export interface Watched {
  text: string;
  values: readonly unknown[];
}

/**
 * Records the statements that a call sends to the database, with their values, however they are sent, including those of its
 * authentication.
 */
export async function watchStatements(ask: () => Promise<unknown>): Promise<Watched[]> {
  const asked: Watched[] = [];
  const original = pg.Client.prototype.query as (...sent: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [statement] = sent as [string | Partial<Watched>];
    if (typeof statement === 'object' && statement.text && !/^(BEGIN|COMMIT)/.test(statement.text))
      asked.push({ text: statement.text, values: statement.values ?? [] });
    return original.apply(this, sent);
  } as typeof pg.Client.prototype.query;
  try {
    await ask();
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
  return asked;
}
