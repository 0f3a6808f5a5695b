import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Sql } from '#database/server/database.ts';
import { purge } from '#database/server/purge.ts';

/** At most `most` attempts by one party in `seconds`. Counted in the database, so across processes and restarts. */
export interface Limit {
  name: string;
  most: number;
  seconds: number;
}

/** An attempt that was counted, and can be taken back. */
export interface Counted {
  /** Takes this attempt off the count. */
  takeBack(): Promise<void>;
  /** Resets the party's count, including its earlier attempts. */
  clear(): Promise<void>;
}

/**
 * Counts one attempt for this party before its outcome is known: counted afterwards, a hundred guesses sent at once would all pass.
 *
 * @param party an e-mail or network address; stored only as its hash
 * @throws Refusal `too_many_attempts` when this attempt exceeds the limit
 */
export async function count(sql: Sql, limit: Limit, party: string): Promise<Counted> {
  const counter = new RateLimiterPostgres({
    storeClient: speakTo(sql),
    storeType: 'pool',
    tableName: 'attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: limit.name,
    points: limit.most,
    duration: limit.seconds,
  });
  const key = createHash('sha256').update(party).digest('base64url');
  try {
    await counter.consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw refusePlatform('too_many_attempts', {}, Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
  }
  return {
    takeBack: async () => void (await counter.reward(key)),
    clear: async () => void (await counter.delete(key)),
  };
}

/** Counts one attempt; false, instead of a refusal, when it exceeds the limit. */
export async function isWithin(sql: Sql, limit: Limit, party: string): Promise<boolean> {
  try {
    await count(sql, limit, party);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Counts one attempt against several limits. When one of them is full, those counted before it are taken back: a refusal by one limit uses
 * up nothing of the others.
 */
export async function countAll(sql: Sql, ...counts: readonly (readonly [Limit, string])[]): Promise<Counted> {
  const counted: Counted[] = [];
  const takeBack = async (): Promise<void> => void (await Promise.all(counted.map((each) => each.takeBack())));
  for (const [limit, party] of counts) {
    try {
      counted.push(await count(sql, limit, party));
    } catch (error) {
      await takeBack();
      throw error;
    }
  }
  return { takeBack, clear: async () => void (await Promise.all(counted.map((each) => each.clear()))) };
}

const firstRetryMs = 500;
const mostRetries = 6;

/**
 * Runs work that was counted as an attempt. A fault does not count: nobody loses an attempt because the database went away; while it is
 * still away, taking the attempt back is retried.
 */
export async function sparingFaults<T>(counted: Pick<Counted, 'takeBack'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFault(error)) await counted.takeBack().catch(() => void takeBackLater(counted));
    throw error;
  }
}

/** Whether the attempt had no real outcome: the product could not tell whether it was right. */
function isFault(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status >= 500;
}

async function takeBackLater(counted: Pick<Counted, 'takeBack'>): Promise<void> {
  for (let tries = 0; tries < mostRetries; tries += 1) {
    await pause(firstRetryMs * 2 ** tries, undefined, { ref: false });
    const isBack = await counted.takeBack().then(
      () => true,
      () => false,
    );
    if (isBack) return;
  }
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The library computes with plain numbers; our driver returns a bigint column as a bigint. */
function speakTo(sql: Sql) {
  return {
    async query({ text, values }: Statement) {
      const rows = await sql.query<{ points: number; expire: bigint | null }>(text, values);
      const plain = rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) }));
      return { rows: plain, rowCount: plain.length };
    },
  };
}

/** Deletes expired counts. */
export function purgeOldAttempts(sql: Sql): Promise<number> {
  return purge(sql, { table: 'attempts', key: 'key', where: 'expire < (extract(epoch FROM now()) * 1000)::bigint' });
}
