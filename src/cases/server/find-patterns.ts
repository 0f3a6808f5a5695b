import type { Config } from '#platform/server/config.ts';
import { type Database, readOne, type Sql } from '#platform/server/database.ts';
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
  /** What began a moment ago may still be written by somebody, before what is there already. */
  restSeconds: number;
  after: Mark;
  /** The rest is for the next round. */
  most: number;
}

/** Reads what is new since the mark, raises alerts, and answers how far it came; null: there was nothing. */
export type Finder = (sql: Sql, reading: Reading) => Promise<Mark | null>;

const finders: Readonly<Record<string, Finder>> = {
  shared_origin: findSharedOrigins,
  in_out: findInOut,
  hand_over: findHandOvers,
};

const most = 200;

/**
 * One round of every rule: each reads a bounded piece of what is new, and says how far it came when what it found is written down. Each alert
 * is of one cell and is written by itself; whoever dies in between, or reads beside another server, finds the same again and raises
 * nothing twice. Answers how many rules had something to read.
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
