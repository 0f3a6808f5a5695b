import { sendTogether } from './clients.ts';
import { type Database, onOneConnection, runner, type Sql } from './database.ts';

/** A statement that only reads, and what it is asked with. */
export type Reading = readonly [text: string, values: readonly unknown[]];

/** The rows of each of several statements. */
type Read<Rows extends object[]> = { [At in keyof Rows]: Rows[At][] };

/**
 * Several statements that only read, in one round trip on one connection. Where they are not part of a transaction already they see
 * one moment, so that what they say fits together.
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
    // Whatever failed, nothing is left under way when the connection is given back.
    const sent = await Promise.allSettled([begun, ...read, client.query(commit[0])]);
    for (const answer of sent) if (answer.status === 'rejected') throw answer.reason;
    return Promise.all(read);
  });
}
