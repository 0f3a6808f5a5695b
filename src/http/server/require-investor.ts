import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#platform/endpoint.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#database/server/database.ts';
import type { Flights } from '#database/server/flights.ts';
import type { Http } from './http.ts';
import type { Investor } from './investor.ts';
import { isAsGuessed } from './known-sessions.ts';
import { isLate, noteLookUp } from './late-call.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';

export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
}

/**
 * The only way to identify the caller. Excess requests are refused before the database is queried: a customer whose token was seen before
 * by their own limit, and unknown tokens by that of the network they come from.
 */
export async function requireInvestor(http: Http, request: FastifyRequest): Promise<Investor> {
  const token = tokenOf(request);
  if (!isTokenShaped(token)) throw refusePlatform('unauthenticated');
  const { known, lookupFlights } = http.reading;
  const look = (): Promise<Investor> => lookUp(http, token, lookupFlights);
  const investor = await http.gate.identify(request, known.ownerOf(token), look);
  noteLookUp(request);
  return investor;
}

/**
 * The caller as they are now that the whole call is here, with the business time by which it is judged: looked up again if the call is
 * late. Counts towards no rate limit, since the first look-up has.
 *
 * @throws Refusal `unauthenticated` if the session has ended meanwhile
 */
export async function requireStillInvestor(http: Http, request: FastifyRequest): Promise<Investor> {
  const { investor } = request;
  if (investor && !isLate(http, request)) return investor;
  request.investor = await lookUp(http, tokenOf(request), http.reading.lookupFlights);
  noteLookUp(request);
  return request.investor;
}

async function lookUp(http: Http, token: string, flights: Flights): Promise<Investor> {
  const askedAt = Date.now();
  const investor = await http.readInvestor(flights, token);
  http.reading.known.note(token, investor, askedAt);
  if (!investor) throw refusePlatform('unauthenticated');
  return investor;
}

/** Light reads share flights. */
export function databaseFor(http: Http, shape: EndpointShape, request: FastifyRequest): Database {
  return isReading(request) && !shape.heavy && !shape.sessionFirst ? http.reading.db : http.db;
}

/** The presumed caller, by what was known of the token at the time. */
export interface Guess {
  investor: Investor;
  guessedAt: number;
}

/** For a light read with a token seen here before: the read does not have to wait until the caller is confirmed. */
export function guessInvestor(http: Http, shape: EndpointShape, request: FastifyRequest): Guess | null {
  if (!isReading(request) || shape.heavy || shape.sessionFirst) return null;
  const token = tokenOf(request);
  const guessedAt = Date.now();
  const investor = isTokenShaped(token) && http.reading.known.guess(token);
  if (!investor) return null;
  request.party = investor.id;
  noteLookUp(request);
  return { investor, guessedAt };
}

/**
 * Looks up the owner of the token and, in the same flight, reads what the presumed owner wants. Nothing is returned before the look-up has
 * confirmed the guess. A token that is no longer valid is then refused and forgotten (docs/decisions/0054-reads-in-one-flight.md).
 */
export async function readGuessing<Result>(
  http: Http,
  request: FastifyRequest,
  { investor: guessed, guessedAt }: Guess,
  read: (db: Database, investor: Investor) => Promise<Result>,
): Promise<{ investor: Investor; result: Result }> {
  const { flights, db } = http.reading;
  const proof = lookUp(http, tokenOf(request), flights);
  const attempt = read(db, guessed);
  attempt.catch(() => {});
  const investor = await proof;
  return { investor, result: await (isAsGuessed(guessed, investor, guessedAt) ? attempt : read(db, investor)) };
}

export function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}
