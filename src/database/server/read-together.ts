import { sendTogether } from './clients.ts';
import { type Database, onOneConnection, runner, type Sql } from './database.ts';

/** A read-only statement and its parameters. */
export type Reading = readonly [text: string, values: readonly unknown[]];

/** The rows of each of several statements. */
type Read<Rows extends object[]> = { [At in keyof Rows]: Rows[At][] };

/**
 * Runs several read-only statements in one round trip on one connection. Outside a transaction they share one snapshot, so that their
 * results are consistent.
 */
export async function readTogether<Rows extends object[]>(
  sql: Sql,
  ...readings: { [At in keyof Rows]: Reading }
): Promise<Read<Rows>> {
  const statements: readonly Reading[] = readings;
  const rows = isDatabase(sql)
    ? await atOneMoment(sql, statements)
    : await Promise.all(statements.map(([text, values]) => sql.query(text, values)));
  return rows as Read<Rows>;
}

function isDatabase(sql: Sql): sql is Database {
  return 'pool' in sql;
}

const begin: Reading = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', []];
const commit: Reading = ['COMMIT', []];

async function atOneMoment(db: Database, readings: readonly Reading[]): Promise<object[][]> {
  if (db.flights) return (await db.flights.board(begin, ...readings, commit)).slice(1, -1);
  const { pool, statements: how } = db;
  const run = runner(pool, how);
  return onOneConnection(pool, async (client) => {
    sendTogether(client)();
    const begun = client.query(begin[0]);
    const read = readings.map(([text, values]) => run<object>(client, text, values));
    // Whatever failed, nothing is left running when the connection is released.
    const sent = await Promise.allSettled([begun, ...read, client.query(commit[0])]);
    for (const answer of sent) if (answer.status === 'rejected') throw answer.reason;
    return Promise.all(read);
  });
}
