import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { refusePlatform } from '../refusals.ts';
import type { Sql } from './database.ts';
import { forget } from './forget.ts';

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
  forget(): Promise<void>;
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
    forget: async () => void (await counter.delete(key)),
  };
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
export function forgetOldAttempts(sql: Sql): Promise<number> {
  return forget(sql, { table: 'attempts', key: 'key', where: 'expire < (extract(epoch FROM now()) * 1000)::bigint' });
}
