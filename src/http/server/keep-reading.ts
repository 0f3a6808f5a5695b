import { type Flights, gatherFlights } from '#database/server/flights.ts';
import { KnownOwners } from './known-owners.ts';
import type { Database } from '#database/server/database.ts';

/** Reads that travel together (docs/decisions/0054-reads-in-one-flight.md). */
export interface Reading {
  /** The database as light reads see it. */
  db: Database;
  /** Carries the look-ups of callers. */
  lookups: Flights;
  owners: KnownOwners;
}

/** Connections for look-ups. */
const forLookups = 5;

/** A quarter of the pool's connections are for light reads. */
export function keepReading(db: Database): Reading {
  const flights = gatherFlights(db, Math.max(2, Math.floor(db.pool.options.max / 4)));
  return {
    db: { ...db, query: flights.query, flights },
    lookups: gatherFlights(db, forLookups),
    owners: new KnownOwners(),
  };
}
