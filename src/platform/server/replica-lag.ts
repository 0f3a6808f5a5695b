import { setTimeout as pause } from 'node:timers/promises';
import { type Database, requireOne, type Sql } from './database.ts';

/** How far the primary's log had come at a moment of this process's own clock. */
export interface Mark {
  atMs: number;
  position: bigint;
}

/** What a standby says of itself. */
interface Standing {
  /** Null: nothing was replayed yet. */
  position: string | null;
  /** How long ago the last transaction that it has was committed, by both servers' clocks. */
  ageMs: number | null;
}

export interface LagWatch {
  /** In milliseconds; null while the standby, or the primary, does not answer. */
  behindMs(): number | null;
  stop(): Promise<void>;
}

/** A write-ahead log's position as PostgreSQL writes it, `16/B374D848`, as a number. */
export function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Everything that was answered is before it. */
export async function readPosition(primary: Sql): Promise<string> {
  return (await requireOne<{ position: string }>(primary, 'SELECT pg_current_wal_flush_lsn()::text AS position'))
    .position;
}

/**
 * How old what a standby has may be: as old as the newest mark that it has come past. Servers' clocks do not count, and neither does
 * whether anything is written. One that is behind every mark is as old as its last transaction says, or as the oldest mark.
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

/** Longer ago than anybody takes for recent. */
const mostMarks = 600;

interface WatchOptions {
  primary: Database;
  standby: Database;
  lookMs: number;
}

/** Looks every so often how far the primary has come and how far the standby, for as long as the process lives. */
export function watchLag({ primary, standby, lookMs }: WatchOptions): LagWatch {
  const stopping = new AbortController();
  let marks: Mark[] = [];
  let behind: number | null = null;
  let lookedAtMs = 0;

  async function look(): Promise<void> {
    const atMs = performance.now();
    const position = numberOf(await readPosition(primary));
    // A log that is shorter than it was is another server's: what was known of the former one's says nothing of it.
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
    // A look that does not come back is none: what was found before it grows older meanwhile.
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
