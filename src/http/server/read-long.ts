import type { FastifyReply } from 'fastify';
import { Refusal } from '#platform/refusal.ts';
import type { Database } from '#database/server/database.ts';
import { causeOf } from '#database/server/database-failures.ts';
import type { Http } from './http.ts';
import { countLongReading, StillBehind } from '#database/server/replica.ts';

/** Names the server that an answer was read from, and how many seconds behind it was. */
const sourceHeader = 'Data-Source';

/**
 * Reads what adds up a history: on the replica when it has everything that was answered before the request, else on the primary. So nobody
 * misses there what they have just done. Whatever fails there is requested from the primary again, which is allowed because it only reads.
 * Without a replica no header is set.
 */
export async function readLong<Result>(
  { db, replica }: Pick<Http, 'db' | 'replica'>,
  reply: FastifyReply,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (!replica) return read(db);
  const attempt = await onReplica(reply, async () => {
    const standby = await replica.asOfNow();
    return standby && { result: await read(standby) };
  });
  countLongReading(attempt ? 'replica' : 'primary');
  sayFrom(reply, attempt ? 0 : null);
  return attempt ? attempt.result : read(db);
}

/**
 * The same for reads that need not be current, such as those the staff makes of everybody: a lagging replica is used all the same, up to
 * the installation's bound, and `read` receives its lag in milliseconds; null on the primary.
 */
export async function readRecent<Result>(
  { db, replica }: Pick<Http, 'db' | 'replica'>,
  reply: FastifyReply,
  read: (db: Database, behindMs: number | null) => Promise<Result>,
): Promise<Result> {
  if (!replica) return read(db, null);
  const attempt =
    (await onReplica(reply, async () => {
      const standby = await replica.asOfNow();
      return standby && { behindMs: 0, result: await read(standby, 0) };
    })) ??
    (await onReplica(reply, async () => {
      const standby = replica.asItIs();
      return standby && { behindMs: standby.behindMs, result: await read(standby.db, standby.behindMs) };
    }));
  countLongReading(attempt ? 'replica' : 'primary');
  sayFrom(reply, attempt ? attempt.behindMs : null);
  return attempt ? attempt.result : read(db, null);
}

/**
 * Returns null when the replica could not answer. A refusal is an answer. Being away or behind shows in the metrics; anything else is a
 * fault that the primary's answer would hide.
 */
async function onReplica<Result>(
  { log }: Pick<FastifyReply, 'log'>,
  read: () => Promise<Result | null>,
): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (!(error instanceof StillBehind) && causeOf(error) === null)
      log.error({ err: error }, 'what is long could not be read on the replica');
    return null;
  }
}

/** For a file that is read page by page, the first page sets the header. */
function sayFrom(reply: FastifyReply, behindMs: number | null): void {
  if (reply.raw.headersSent) return;
  reply.header(
    sourceHeader,
    behindMs === null ? 'primary; behind=0' : `replica; behind=${(behindMs / 1_000).toFixed(1)}`,
  );
}
