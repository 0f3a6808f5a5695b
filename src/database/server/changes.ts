import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { noteFailure } from './database-failures.ts';
import type { Database, Sql, Tx } from './database.ts';

/** The areas in which a customer's data may differ from what their page shows: money and positions, notices, sessions. */
export const topics = ['money', 'notices', 'sessions'] as const;
export type Topic = (typeof topics)[number];

/** Changed topics by customer id; `everybody` stands for all customers. */
export type Changes = Map<string, Set<Topic>>;
export const everybody = '*';

export const changesChannel = 'lastro_changes';

/** PostgreSQL limits a payload to less than 8,000 bytes; a customer takes 40. */
const mostInOneCall = 150;
/** Minimum interval between announcements of one process; changes in between are merged into one. */
const spacingMs = 100;

const gathered = new WeakMap<Sql, Changes>();

/** Starts collecting the changes of a transaction; `transaction()` announces them after the commit. */
export function gatherChanges(tx: Tx): Changes {
  const changes: Changes = new Map();
  gathered.set(tx, changes);
  return changes;
}

/**
 * Records that the current work changes something of this customer's: announced after the transaction has committed, or immediately outside
 * one. It is a hint to refetch and carries nothing; a crash may lose it, which costs nothing but time.
 */
export function noteChange(sql: Sql, customerId: string, topic: Topic): void {
  const changes = gathered.get(sql) ?? new Map<string, Set<Topic>>();
  changes.set(customerId, (changes.get(customerId) ?? new Set<Topic>()).add(topic));
  if (!gathered.has(sql) && 'pool' in sql) announcerOf(sql as Database).announce(changes);
}

type Hear = (changes: Changes) => void;

export interface Announcer {
  /** Identifies this process in what it sends, so that it does not receive its own announcements twice. */
  readonly mark: string;
  announce(changes: Changes): void;
  /** Listens to this process's own announcements, without the detour through the database. */
  hear(listener: Hear): () => void;
  /** Resolves when everything announced so far has been sent. */
  settled(): Promise<void>;
}

const announcers = new WeakMap<pg.Pool, Announcer>();

export function announcerOf({ pool }: Pick<Database, 'pool'>): Announcer {
  const known = announcers.get(pool);
  if (known) return known;
  const made = createAnnouncer(pool);
  announcers.set(pool, made);
  return made;
}

/**
 * Notifies the other processes by NOTIFY, in a transaction of its own after the commit and never inside it: PostgreSQL serialises the
 * commits of transactions that notify. It does not wait for the disk, because nothing depends on it.
 */
function createAnnouncer(pool: pg.Pool): Announcer {
  const mark = randomBytes(6).toString('hex');
  const listeners = new Set<Hear>();
  let waiting: Changes = new Map();
  let underWay: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const payloads = writePayloads(mark, waiting);
      waiting = new Map();
      for (const payload of payloads)
        await notify(pool, payload).catch((error: unknown) => noteFailure(pool, error, 'announce a change'));
      await pause(spacingMs);
    }
    underWay = null;
  }

  return {
    mark,
    announce: (changes) => {
      if (changes.size === 0) return;
      for (const listener of listeners) listener(changes);
      for (const [id, changed] of changes) waiting.set(id, union(waiting.get(id), changed));
      underWay ??= sendAll();
    },
    hear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: async () => void (await underWay),
  };
}

async function notify(pool: pg.Pool, payload: string): Promise<void> {
  await pool.query(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
    changesChannel,
    payload,
  ]);
}

export function union(some: ReadonlySet<Topic> | undefined, more: ReadonlySet<Topic>): Set<Topic> {
  return new Set([...(some ?? []), ...more]);
}

function writePayloads(mark: string, changes: Changes): string[] {
  const entries = [...changes].map(
    ([id, changed]) => `${id}:${[...changed].map((topic) => topics.indexOf(topic)).join('')}`,
  );
  const payloads: string[] = [];
  for (let at = 0; at < entries.length; at += mostInOneCall) {
    payloads.push(`${mark};${entries.slice(at, at + mostInOneCall).join(',')}`);
  }
  return payloads;
}

/** Parses an announcement of another process; `from` is that process's mark. */
export function readPayload(payload: string): { from: string; changes: Changes } {
  const [from = '', entries = ''] = payload.split(';');
  const changes: Changes = new Map();
  for (const entry of entries.split(',')) {
    const [id = '', changed = ''] = entry.split(':');
    const known = changed.split('').flatMap((digit) => topics[Number(digit)] ?? []);
    if (id && known.length > 0) changes.set(id, new Set(known));
  }
  return { from, changes };
}
