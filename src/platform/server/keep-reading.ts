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

/** How fast may be read; by the customer, and by a network of people who say no token, or one that nobody has. */
export interface ReadRateLimits {
  customer: RateLimit;
  network: RateLimit;
}

/**
 * A page asks for some twenty figures when it is opened and for a dozen again when one of them has changed; whoever goes through every
 * screen as quickly as they can comes to a quarter of what is let through at once (docs/decisions/0045-reading.md).
 */
export const readRateLimits: Record<Config['mode'], ReadRateLimits> = {
  production: { customer: { atOnce: 600, perSecond: 20 }, network: { atOnce: 600, perSecond: 30 } },
  // Tests and measurements read as one customer what thousands would.
  sandbox: { customer: { atOnce: 6_000, perSecond: 200 }, network: { atOnce: 6_000, perSecond: 300 } },
};

/** What a reading counts for: most lists walk an index; some figures add up a whole history; a file is a whole history. */
export const readCosts = { light: 1, heavy: 3, file: 20 } as const;

/** Reads take turns with each other, never with money: its connections are those that no read may have. */
export interface Reading {
  /** Lets a reading of theirs through, or refuses it with the time to wait. */
  limitCustomerRate: LimitRate;
  limitNetworkRate: LimitRate;
  light: SharedWork;
  heavy: SharedWork;
  /** Whose a token is that was not seen here before: by network, of which a household, an office or a proxy is one. */
  lookups: TakeShare;
  /** Money is moved: meanwhile hardly anything is begun to be read. */
  whileMoneyMoves: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Answers that are being sent for as long as whoever asked takes to read them. */
  files: TakeShare;
  known: KnownSessions;
  /** On which light readings travel, with the look-ups of who asks for them. */
  flights: Flights;
  /** On which it is asked who wants to do anything else. */
  lookupFlights: Flights;
  /** The database as a light reading has it. */
  db: Database;
}

const light: Omit<Share, 'atOnce'> = { atOnceMeanwhile: 1, ofOne: 6, waitingOfOne: 120, waiting: 1_200 };
const heavy: Omit<Share, 'atOnce'> = { atOnceMeanwhile: 1, ofOne: 2, waitingOfOne: 60, waiting: 600 };

const lookups: Share = { atOnce: 5, atOnceMeanwhile: 5, ofOne: 5, waitingOfOne: 1_200, waiting: 5_000 };

/** A file holds no connection while it waits for its reader, but its place: nobody collects them. */
const files: Share = { atOnce: 48, atOnceMeanwhile: 48, ofOne: 2, waitingOfOne: 0, waiting: 0 };

/**
 * Connections are one thing that money needs, the processor's time the other: a call that moves money asks the database some ten
 * times, and each time waits for whatever piece of work is being done. So while one is under way few pieces are begun.
 *
 * Of the pool's connections half are for light reads and a fifth for heavy ones; three in ten are money's alone, and of
 * the question who asks.
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

/** Who asks without being anybody we know. */
export function networkAsking(request: FastifyRequest): string {
  return networkOf(request.ip);
}

const refusedAfterMs = 300;

/**
 * Whoever comes too soon is told so after a moment: a program that asks again at once, whatever it is told, would else cost more by
 * being refused than by being answered.
 */
export async function refuseSlowly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) await pause(refusedAfterMs);
    throw error;
  }
}
