import type { FastifyRequest } from 'fastify';
import { refusePlatform } from '#platform/refusals.ts';
import type { Http } from './http.ts';
import type { Investor } from './investor.ts';
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
  const investor = await http.gate.identify(request, http.reading.owners.ownerOf(token), () => lookUp(http, token));
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
  request.investor = await lookUp(http, tokenOf(request));
  noteLookUp(request);
  return request.investor;
}

async function lookUp({ reading, readInvestor }: Http, token: string): Promise<Investor> {
  const investor = await readInvestor(reading.lookups, token);
  reading.owners.note(token, investor?.id ?? null);
  if (!investor) throw refusePlatform('unauthenticated');
  return investor;
}

declare module 'fastify' {
  interface FastifyRequest {
    investor: Investor | null;
  }
}
