import { setTimeout as pause } from 'node:timers/promises';
import { type Database, requireOne, type Sql } from './database.ts';

/** The primary's log position at an instant of this process's own clock. */
export interface Mark {
  atMs: number;
  position: bigint;
}

/** A standby's own report. */
interface Standing {
  /** Null: nothing has been replayed yet. */
  position: string | null;
  /** Time since the commit of the last transaction it has, by both servers' clocks. */
  ageMs: number | null;
}

export interface LagWatch {
  /** In milliseconds; null while the standby, or the primary, does not answer. */
  behindMs(): number | null;
  stop(): Promise<void>;
}

/** Converts a write-ahead log position in PostgreSQL's notation, `16/B374D848`, to a number. */
export function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Returns a position that is past everything answered so far. */
export async function readPosition(primary: Sql): Promise<string> {
  return (await requireOne<{ position: string }>(primary, 'SELECT pg_current_wal_flush_lsn()::text AS position'))
    .position;
}

/**
 * The upper bound of the age of a standby's data: the age of the newest mark that it has passed. Independent of the servers' clocks and of
 * whether anything is written. A standby behind every mark is as old as its last transaction or the oldest mark, whichever is older.
 */
export function ageOf(
  marks: readonly Mark[],
  standing: { position: bigint; ageMs: number | null },
  nowMs: number,
): number {
  const passed = marks.findLast(({ position }) => position <= standing.position);
  if (passed) return nowMs - passed.atMs;
  const oldest = marks[0] ? nowMs - marks[0].atMs : 0;
  return Math.max(oldest, standing.ageMs ?? 0);
}

/** Goes back further than anybody would call recent. */
const mostMarks = 600;

interface WatchOptions {
  primary: Database;
  standby: Database;
  lookMs: number;
}

/** Checks periodically how far the primary and the standby have come, for as long as the process lives. */
export function watchLag({ primary, standby, lookMs }: WatchOptions): LagWatch {
  const stopping = new AbortController();
  let marks: Mark[] = [];
  let behind: number | null = null;
  let lookedAtMs = 0;

  async function look(): Promise<void> {
    const atMs = performance.now();
    const position = numberOf(await readPosition(primary));
    // A log shorter than before belongs to another server: marks of the former one do not apply to it.
    const isAnother = position < (marks.at(-1)?.position ?? 0n);
    marks = [...(isAnother ? [] : marks.slice(1 - mostMarks)), { atMs, position }];
    const standing = await requireOne<Standing>(standby, standingSql);
    if (standing.position === null) throw new Error('the standby has replayed nothing');
    behind = ageOf(marks, { position: numberOf(standing.position), ageMs: standing.ageMs }, performance.now());
    lookedAtMs = performance.now();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(() => void (behind = null));
      await pause(lookMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const ended = run();
  return {
    // A check that does not return counts for nothing: the last result grows older meanwhile.
    behindMs: () => (behind === null ? null : behind + Math.max(0, performance.now() - lookedAtMs - lookMs)),
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

const standingSql = `SELECT pg_last_wal_replay_lsn()::text AS position,
  (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS "ageMs"
  WHERE pg_is_in_recovery()`;
