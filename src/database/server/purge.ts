import { type Database, requireOne, type Sql } from './database.ts';

/** Expired rows of a table, deleted in batches small enough that nobody waits for them. */
interface Purge {
  table: string;
  /** The columns that identify a row. */
  key: string;
  /** The condition for those rows, served by an index. */
  where: string;
}

export const mostPurgedAtOnce = 1000;

/**
 * Purges one batch and returns its size; the caller repeats until it is zero. Several processes may do it concurrently, and a locked row is
 * left for the next time. For tables without cells.
 */
export async function purge(sql: Sql, { table, key, where }: Purge): Promise<number> {
  const { count } = await requireOne<{ count: number }>(
    sql,
    `WITH old AS MATERIALIZED (SELECT ${key} FROM ${table} WHERE ${where} LIMIT $1 FOR UPDATE SKIP LOCKED),
       gone AS (DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM old) RETURNING 1)
     SELECT count(*)::integer AS count FROM gone`,
    [mostPurgedAtOnce],
  );
  return count;
}

/** The same for a table of customers' rows: one batch of each cell that has something to purge, each cell in its own transaction. */
export async function purgeCells(db: Database, { table, key, where }: Purge): Promise<number> {
  const cells = await db.query<{ cell: number }>(
    `SELECT c.cell FROM ledger.treasury AS c WHERE EXISTS (SELECT FROM ${table} WHERE cell = c.cell AND ${where})`,
  );
  let purged = 0;
  for (const { cell } of cells) {
    const { count } = await requireOne<{ count: number }>(
      db,
      `WITH old AS MATERIALIZED (
         SELECT ${key} FROM ${table} WHERE cell = $2 AND ${where} LIMIT $1 FOR UPDATE SKIP LOCKED
       ), gone AS (DELETE FROM ${table} WHERE cell = $2 AND (${key}) IN (SELECT ${key} FROM old) RETURNING 1)
       SELECT count(*)::integer AS count FROM gone`,
      [mostPurgedAtOnce, cell],
    );
    purged += count;
  }
  return purged;
}
