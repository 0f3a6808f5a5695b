import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '../endpoint.ts';
import { refusePlatform } from '../refusals.ts';
import type { Database } from './database.ts';
import type { Flights } from './flights.ts';
import type { Http } from './http.ts';
import type { Investor } from './investor.ts';
import { isReading, networkAsking, readCosts, refuseSlowly } from './keep-reading.ts';
import { isAsGuessed } from './known-sessions.ts';
import { isTokenShaped } from './secret-token.ts';

export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
}

/**
 * The only way to learn who is asking. Whoever asks too much is told so before the database is asked: a customer whose token was seen
 * before by their own limit, and tokens that nobody was seen with by that of the network they come from.
 */
export function requireInvestor(http: Http, request: FastifyRequest): Promise<Investor> {
  return refuseSlowly(() => readInvestor(http, request));
}

async function readInvestor(http: Http, request: FastifyRequest): Promise<Investor> {
  const token = tokenOf(request);
  if (!isTokenShaped(token)) throw refusePlatform('unauthenticated');
  const { known, limitNetworkRate, light, lookups, lookupFlights } = http.reading;
  const owner = known.ownerOf(token);
  if (owner !== undefined) limitReadRate(http, request, owner);
  const network = networkAsking(request);
  const giveBack = owner === undefined ? limitNetworkRate(network) : null;
  const look = (): Promise<Investor> => lookUp(http, token, lookupFlights);
  const mayWait = isReading(request);
  const investor = await (owner === undefined ? lookups(network, look) : mayWait ? light(owner, look) : look());
  giveBack?.();
  if (owner === undefined) limitReadRate(http, request, investor.id);
  return investor;
}

async function lookUp(http: Http, token: string, flights: Flights): Promise<Investor> {
  const askedAt = Date.now();
  const investor = await http.readInvestor(flights, token);
  http.reading.known.note(token, investor, askedAt);
  if (!investor) throw refusePlatform('unauthenticated');
  return investor;
}

/** Light readings travel together. */
export function databaseFor(http: Http, shape: EndpointShape, request: FastifyRequest): Database {
  return isReading(request) && !shape.heavy && !shape.sessionFirst ? http.reading.db : http.db;
}

/** Who is taken to ask, by whatever was known of their token then. */
export interface Guess {
  investor: Investor;
  guessedAt: number;
}

/** For a light reading under a token that was seen here before: whose it is need not be known before it is read for them. */
export function guessInvestor(http: Http, shape: EndpointShape, request: FastifyRequest): Guess | null {
  if (!isReading(request) || shape.heavy || shape.sessionFirst) return null;
  const token = tokenOf(request);
  const guessedAt = Date.now();
  const investor = isTokenShaped(token) && http.reading.known.guess(token);
  return investor ? { investor, guessedAt } : null;
}

/**
 * Asks at once whose the token is, and what they want to know if it is still whose it was: one flight, and nothing of it is told before
 * the first answer is there and the guess was right. A token that is not good any more is refused then, and forgotten
 * (docs/decisions/0054-reads-in-one-flight.md).
 */
export function readGuessing<Result>(
  http: Http,
  request: FastifyRequest,
  { investor: guessed, guessedAt }: Guess,
  read: (db: Database, investor: Investor) => Promise<Result>,
): Promise<{ investor: Investor; result: Result }> {
  const { light, flights, db } = http.reading;
  return refuseSlowly(() => {
    limitReadRate(http, request, guessed.id);
    return light(guessed.id, async () => {
      const proof = lookUp(http, tokenOf(request), flights);
      const attempt = read(db, guessed);
      attempt.catch(() => {});
      const investor = await proof;
      return { investor, result: await (isAsGuessed(guessed, investor, guessedAt) ? attempt : read(db, investor)) };
    });
  });
}

function limitReadRate({ reading }: Http, request: FastifyRequest, customerId: string): void {
  const { shape, isFile } = request.routeOptions.config;
  const cost = isFile ? readCosts.file : shape?.heavy ? readCosts.heavy : readCosts.light;
  if (isReading(request)) reading.limitCustomerRate(customerId, cost);
}
