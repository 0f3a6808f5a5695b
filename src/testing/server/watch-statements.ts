import pg from 'pg';

/** A statement as it was put to the database. */
export interface Watched {
  text: string;
  values: readonly unknown[];
}

/** The statements that a call puts to the database, with their values, however they travel; who asks included. */
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
