import { type Flights, gatherFlights } from '#database/server/flights.ts';
import { KnownSessions } from './known-sessions.ts';
import type { Database } from '#database/server/database.ts';

/** Reads that travel together (docs/decisions/0054-reads-in-one-flight.md). */
export interface Reading {
  known: KnownSessions;
  /** Carries light reads, along with the look-ups of their callers. */
  flights: Flights;
  /** Carries the look-ups of the callers of everything else. */
  lookupFlights: Flights;
  /** The database as light reads see it. */
  db: Database;
}

/** Connections for look-ups. */
const lookups = 5;

/** A quarter of the pool's connections are for light reads. */
export function keepReading(db: Database, now?: () => Date): Reading {
  const flights = gatherFlights(db, Math.max(2, Math.floor(db.pool.options.max / 4)));
  return {
    known: new KnownSessions({ now }),
    flights,
    lookupFlights: gatherFlights(db, lookups),
    db: { ...db, query: flights.query, flights },
  };
}
