import type { FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import { type Flights, gatherFlights } from './flights.ts';
import { KnownSessions } from './known-sessions.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { networkOf } from './network-of.ts';
import { type LimitRate, limitRate, type RateLimit } from './rate-limit.ts';
import { type Share, type SharedWork, shareOut, type TakeShare } from './share-out.ts';

/** Limits on reads: per customer, and per network for callers without a valid token. */
export interface ReadRateLimits {
  customer: RateLimit;
  network: RateLimit;
}

/**
 * A page requests some twenty figures when it is opened and a dozen again when one of them changes; a customer who goes through every
 * screen as fast as possible uses a quarter of the burst allowed (docs/decisions/0045-reading.md).
 */
export const readRateLimits: Record<Config['mode'], ReadRateLimits> = {
  production: { customer: { atOnce: 600, perSecond: 20 }, network: { atOnce: 600, perSecond: 30 } },
  // Tests and measurements read as one customer what thousands would read.
  sandbox: { customer: { atOnce: 6_000, perSecond: 200 }, network: { atOnce: 6_000, perSecond: 300 } },
};

/** How much a read counts for: most lists walk an index; some figures add up a whole history; a file is a whole history. */
export const readCosts = { light: 1, heavy: 3, file: 20 } as const;

/** Reads compete with each other, never with money, which has connections that no read may use. */
export interface Reading {
  /** Lets a customer's read through, or refuses it with the time to wait. */
  limitCustomerRate: LimitRate;
  limitNetworkRate: LimitRate;
  light: SharedWork;
  heavy: SharedWork;
  /** Looks up tokens not seen here before: shared by network, such as a household, an office or a proxy. */
  lookups: TakeShare;
  /** Runs work that moves money: meanwhile hardly any reads are started. */
  whileMoneyMoves: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Answers that are sent for as long as the client takes to read them. */
  files: TakeShare;
  known: KnownSessions;
  /** Carries light reads, along with the look-ups of their callers. */
  flights: Flights;
  /** Carries the look-ups of the callers of everything else. */
  lookupFlights: Flights;
  /** The database as light reads see it. */
  db: Database;
}

const light: Omit<Share, 'atOnce'> = { atOnceMeanwhile: 1, ofOne: 6, waitingOfOne: 120, waiting: 1_200 };
const heavy: Omit<Share, 'atOnce'> = { atOnceMeanwhile: 1, ofOne: 2, waitingOfOne: 60, waiting: 600 };

const lookups: Share = { atOnce: 5, atOnceMeanwhile: 5, ofOne: 5, waitingOfOne: 1_200, waiting: 5_000 };

/** A file waiting for its reader holds a slot but no connection, and nobody can hoard slots. */
const files: Share = { atOnce: 48, atOnceMeanwhile: 48, ofOne: 2, waitingOfOne: 0, waiting: 0 };

/**
 * Money needs connections, and processor time: a call that moves money queries the database some ten times, each time waiting for whatever
 * piece of work is being done. So while one is under way, few pieces are started.
 *
 * Half of the pool's connections are for light reads and a fifth for heavy ones; three in ten are reserved for money and for looking up
 * callers.
 */
export function keepReading(db: Database, limits: ReadRateLimits, now?: () => Date): Reading {
  const connections = db.pool.options.max;
  let moving = 0;
  const isMoving = (): boolean => moving > 0;
  const ofLight = shareOut({ ...light, atOnce: Math.max(2, Math.floor(connections / 2)) }, isMoving);
  const ofHeavy = shareOut({ ...heavy, atOnce: Math.max(1, Math.floor(connections / 5)) }, isMoving);
  const flights = gatherFlights(db, Math.max(2, Math.floor(connections / 4)));
  return {
    limitCustomerRate: limitRate(limits.customer),
    limitNetworkRate: limitRate(limits.network),
    light: ofLight,
    heavy: ofHeavy,
    lookups: shareOut(lookups),
    files: shareOut(files),
    known: new KnownSessions({ now }),
    flights,
    lookupFlights: gatherFlights(db, lookups.atOnce),
    db: { ...db, query: flights.query, flights },
    whileMoneyMoves: async (work) => {
      moving += 1;
      try {
        return await work();
      } finally {
        moving -= 1;
        ofLight.look();
        ofHeavy.look();
      }
    },
  };
}

export function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Identifies a caller that is nobody we know, by network. */
export function networkAsking(request: FastifyRequest): string {
  return networkOf(request.ip);
}

const refusedAfterMs = 300;

/**
 * Delays a rate-limit refusal: a program that retries immediately, whatever the answer, would otherwise cost more when refused than when
 * answered.
 */
export async function refuseSlowly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) await pause(refusedAfterMs);
    throw error;
  }
}
