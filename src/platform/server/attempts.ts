import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';
import { refusePlatform } from '../refusals.ts';
import type { Sql } from './database.ts';
import { purge } from './purge.ts';

/** So many of one thing by one party in so long. Counted in the database: all processes together, and after a restart. */
export interface Limit {
  name: string;
  most: number;
  seconds: number;
}

/** Something that was counted, and may be taken back. */
export interface Counted {
  /** It should not have counted. */
  takeBack(): Promise<void>;
  /** Nor should anything this party did before it. */
  clear(): Promise<void>;
}

/**
 * Counts one more for this party, before it is known how it ends: counted afterwards, a hundred guesses sent at once
 * would all pass.
 *
 * @param party an e-mail or network address; kept only as its hash
 * @throws Refusal `too_many_attempts` when that is one too many
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

/**
 * One attempt that counts in several ways. Where one of them is full those before it are taken back: who is refused for one reason
 * uses up nothing of another's.
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
 * Does what was counted. A fault is no attempt: nobody loses one because the database went away, and where it is still away it is
 * given back when it has returned.
 */
export async function sparingFaults<T>(counted: Pick<Counted, 'takeBack'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFault(error)) await counted.takeBack().catch(() => void takeBackLater(counted));
    throw error;
  }
}

/** No answer to whoever tried: the product could not say whether they were right. */
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

/** The library reckons with plain numbers; our driver reads a bigint column as a bigint. */
function speakTo(sql: Sql) {
  return {
    async query({ text, values }: Statement) {
      const rows = await sql.query<{ points: number; expire: bigint | null }>(text, values);
      const plain = rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) }));
      return { rows: plain, rowCount: plain.length };
    },
  };
}

/** Counts whose time has passed. */
export function purgeOldAttempts(sql: Sql): Promise<number> {
  return purge(sql, { table: 'attempts', key: 'key', where: 'expire < (extract(epoch FROM now()) * 1000)::bigint' });
}
