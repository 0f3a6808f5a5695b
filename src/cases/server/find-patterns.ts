import type { Config } from '#settings/server/config.ts';
import { type Database, readOne, type Sql } from '#database/server/database.ts';
import { findHandOvers } from './find-hand-overs.ts';
import { findInOut } from './find-in-out.ts';
import { findSharedOrigins } from './find-shared-origins.ts';

/** How far a rule has read. */
export interface Mark {
  at: string;
  id: string;
}

export interface Reading {
  mode: Config['mode'];
  /** Rows younger than this are left for later: a transaction still running may yet insert rows that sort before them. */
  restSeconds: number;
  after: Mark;
  /** The rest waits for the next round. */
  most: number;
}

/** Reads what is new since the mark, raises alerts, and returns the new mark, or null if there was nothing to read. */
export type Finder = (sql: Sql, reading: Reading) => Promise<Mark | null>;

const finders: Readonly<Record<string, Finder>> = {
  shared_origin: findSharedOrigins,
  in_out: findInOut,
  hand_over: findHandOvers,
};

const most = 200;

/**
 * Runs one round of every rule. Each reads a bounded batch of new rows and advances its mark once its findings are written. Each alert
 * belongs to one cell and is written separately; a server that crashes in between, or runs beside another, finds the same patterns again
 * and raises nothing twice. Returns how many rules had something to read.
 */
export async function findPatterns(db: Database, mode: Config['mode'], restSeconds = 60): Promise<number> {
  let busy = 0;
  for (const [rule, find] of Object.entries(finders)) {
    const after = await readOne<Mark & Record<string, unknown>>(
      db,
      'SELECT at::text AS at, id FROM pattern_marks WHERE rule = $1',
      [rule],
    );
    const mark = after && (await find(db, { mode, restSeconds, after, most }));
    if (!mark) continue;
    busy += 1;
    await db.query(
      'UPDATE pattern_marks SET at = $2, id = $3 WHERE rule = $1 AND (at, id) < ($2::timestamptz, $3::uuid)',
      [rule, mark.at, mark.id],
    );
  }
  return busy;
}
