import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AnswerOf,
  type BodyOf,
  type EndpointShape,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
} from '#platform/endpoint.ts';
import { chooseLanguage, type Language } from '#platform/languages.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Answer, writeAnswer } from './answer.ts';
import { answerOnce, isKeyed, readKey } from './answer-once.ts';
import type { CallRow, Deciding } from './answer-row.ts';
import type { Database, Tx } from '#database/server/database.ts';
import type { Outcome } from './idempotency.ts';
import type { Http } from './http.ts';
import { type Investor, withTermsOf } from './investor.ts';
import { describeRoute } from './openapi.ts';
import { readLong } from './read-long.ts';
import { isLate } from './late-call.ts';
import { requireInvestor, requireStillInvestor, tokenOf } from './require-investor.ts';
import type { KnownSettings } from '#settings/server/known-settings.ts';
import { requireOperator } from './require-operator.ts';
import { readInput } from './read-request.ts';

/** A use case's view of the request: validated input, the caller, the language. Nothing of HTTP. */
export interface CallRequest<E extends EndpointShape> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  headers: HeadersOf<E>;
  investor: E['access'] extends 'investor' ? Investor : null;
  language: Language;
  /** The caller's network address, for rate limits. */
  address: string;
  /** The User-Agent that the caller's browser sends. */
  userAgent: string;
  token: string;
  /** The key under which a call that moves money is done once: the caller's idempotency key, or a generated one. */
  key: string;
}

/** A page of a list, and the cursor of the next one if there is one. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

type CallAnswer<E extends EndpointShape> = E extends { pages: true }
  ? AnswerOf<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : AnswerOf<E>;

export type UseCase<E extends EndpointShape, Prepared = void> = (
  sql: E extends { movesMoney: true } ? Tx : Database,
  call: CallRequest<E>,
  prepared: Prepared,
) => Promise<E extends { answer: object } ? CallAnswer<E> : void>;

export interface ServeOptions<E extends EndpointShape, Prepared> {
  /** The use case begins with its own statement that refuses while the customer's money is stopped: opening a position, or leaving one. */
  asksByItself?: true;
  /** May refuse, outside the transaction of a call that moves money: what it writes survives a rollback. */
  before?: (db: Database, call: CallRequest<E>) => Promise<Prepared>;
  /** Settles what `before` wrote, once the call has its answer, or none. */
  after?: (db: Database, prepared: Prepared, outcome: CallOutcome | null) => Promise<void>;
  /** How the call becomes a row of a batch, which it shares with other customers' calls (answer-row.ts); null: it has its own transaction. */
  inRows?: (call: CallRequest<E>, prepared: Prepared) => Deciding<unknown> | null;
}

/** How a call that moves money was answered: now, or earlier under the same key. */
export type CallOutcome = Pick<Outcome, 'status' | 'replayed'>;

/** Serves a contract with a use case. Calls that move money run in one transaction with their idempotency key. */
export function serve<E extends EndpointShape, Prepared = void>(
  http: Http,
  shape: E,
  useCase: UseCase<E, Prepared>,
  { before, after, inRows, asksByItself }: ServeOptions<E, Prepared> = {},
): void {
  http.app.route({
    method: shape.method,
    url: shape.path,
    schema: describeRoute(shape),
    config: { shape },
    // Runs before the body is read: a stranger learns nothing about it, and costs nothing.
    onRequest: async (request, reply) => {
      if (shape.access === 'operator') requireOperator(http.config, tokenOf(request));
      request.investor = null;
      if (shape.access !== 'investor') return;
      request.investor = await requireInvestor(http, request);
      tellTime(reply, request.investor);
    },
    handler: async (request, reply) => {
      // The whole call is here, perhaps long after its caller was looked up: session and business time count as they are now.
      if (isLate(http, request)) tellTime(reply, await requireStillInvestor(http, request));
      const call = readCall(shape, request);
      if (call instanceof Refusal) {
        const refused = { asked: request, key: readKey(request), work: () => Promise.reject(call) };
        return send(reply, await answerOnce(http, shape, request, reply, refused));
      }
      const prepared = (await before?.(http.db, call)) as Prepared;
      const work = (sql: Database | Tx): ReturnType<UseCase<E>> =>
        useCase(sql as Parameters<UseCase<E>>[0], call, prepared);
      if (!shape.movesMoney) return send(reply, await readNow(http, shape, request, reply, work));
      const row = inRows?.(call, prepared) ?? null;
      let outcome: Outcome | null = null;
      try {
        outcome = await answerOnce(http, shape, request, reply, {
          asked: call,
          key: call.key,
          work,
          asksByItself,
          row,
        });
      } finally {
        await after?.(http.db, prepared, outcome);
      }
      return send(reply, outcome);
    },
  });
}

/** Serves a contract whose calls are rows of a batch, all of them; `decide` is pure, and throws a Refusal. */
export function serveRow<E extends EndpointShape & { movesMoney: true }, Terms>(
  http: Http,
  shape: E,
  terms: KnownSettings<Terms>,
  decide: (call: CallRequest<E>, now: Terms) => CallRow,
): void {
  const never: UseCase<E> = () => Promise.reject(new Error('each call is a row'));
  const inRows = (call: CallRequest<E>): Deciding<Terms> => ({
    terms,
    decide: (values, readAt) => decide({ ...call, investor: withTermsOf(call.investor, readAt) }, values),
  });
  serve(http, shape, never, { asksByItself: true, inRows });
}

/** An answer, and the link to the next page of a list. */
type LinkedAnswer = Answer & { link?: string };

function send(reply: FastifyReply, { status, text, link }: LinkedAnswer): FastifyReply {
  reply.code(status);
  if (link) reply.header('Link', link);
  return text ? reply.type('application/json; charset=utf-8').send(text) : reply.send();
}

/** The page shows on which day a stake opened now comes back; in sandbox mode that does not follow the page's own clock. */
function tellTime(reply: FastifyReply, { now }: Investor): void {
  reply.header('Business-Time', now.toISOString());
}

function ask<E extends EndpointShape>(shape: E, request: FastifyRequest, investor: Investor | null): CallRequest<E> {
  return {
    params: readInput(shape.params, request.params),
    query: readInput(shape.query, request.query),
    body: readInput(shape.body, request.body),
    headers: readInput(shape.headers, request.headers),
    investor,
    language: chooseLanguage(request.headers['accept-language']),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    token: tokenOf(request),
    key: shape.movesMoney ? readKey(request) : '',
  } as CallRequest<E>;
}

/** Parses the call. Invalid input throws, except under a caller's key: there the refusal is an answer, stored like any other. */
function readCall<E extends EndpointShape>(shape: E, request: FastifyRequest): CallRequest<E> | Refusal {
  try {
    return ask(shape, request, request.investor);
  } catch (error) {
    if (shape.movesMoney && isKeyed(request) && error instanceof Refusal) return error;
    throw error;
  }
}

/** What moves no money: light reads travel together, what adds up a whole history may be read on the replica. */
async function readNow(
  { db, replica, reading }: Http,
  shape: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Database) => Promise<unknown>,
): Promise<LinkedAnswer> {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const read = async (on: Database): Promise<LinkedAnswer> => {
    const answer = await work(on);
    if (!shape.pages) return writeAnswer(shape, answer);
    const { rows, next } = answer as Page<unknown>;
    const link = next && `<${nextPage(request.url, next)}>; rel="next"`;
    return { ...writeAnswer(shape, rows), ...(link && { link }) };
  };
  if (!isReading) return read(db);
  return shape.heavy ? readLong({ db, replica }, reply, read) : read(reading.db);
}

function nextPage(url: string, cursor: string): string {
  const next = new URL(url, 'http://page');
  next.searchParams.set('after', cursor);
  return next.pathname + next.search;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    shape?: EndpointShape;
  }
}
