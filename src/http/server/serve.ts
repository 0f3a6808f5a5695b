import { randomUUID } from 'node:crypto';
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
import { refusePlatform } from '#platform/refusals.ts';
import { type Answer, writeAnswer } from './answer.ts';
import { answerRow, type CallRow, type Deciding } from './answer-row.ts';
import { writeRefusal } from './answer-fault.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { once, type Outcome } from './idempotency.ts';
import type { Http } from './http.ts';
import { type Investor, withTermsOf } from './investor.ts';
import { describeRoute } from './openapi.ts';
import { readLong } from './read-long.ts';
import { isLate } from './late-call.ts';
import {
  databaseFor,
  type Guess,
  guessInvestor,
  isReading,
  readGuessing,
  requireInvestor,
  requireStillInvestor,
  tokenOf,
} from './require-investor.ts';
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
    // Runs before the body is read: a stranger learns nothing about it, and costs nothing. A guessed caller is not waited for.
    onRequest: (request, reply, done) => {
      if (shape.access === 'operator') requireOperator(http.config, tokenOf(request));
      request.investor = null;
      if (shape.access !== 'investor') return done();
      request.guess = guessInvestor(http, shape, request);
      if (request.guess) return done();
      return requireInvestor(http, request).then((investor) => {
        request.investor = investor;
        tellTime(reply, investor);
      });
    },
    handler: async (request, reply) => {
      await judgeAgain(http, shape, request, reply);
      if (request.guess) {
        const read: UseCase<E> = (sql, call) => useCase(sql, call, undefined as Prepared);
        const { investor, result } = await readGuessing(http, request, request.guess, async (db, guessed) =>
          answerNow(db, shape, read, ask(shape, request, guessed), request),
        );
        tellTime(reply, investor);
        return send(reply, result);
      }
      const call = readCall(shape, request);
      const isRefused = call instanceof Refusal;
      const prepared = isRefused ? undefined : await before?.(http.db, call);
      const work: UseCase<E> = (sql) => useCase(sql, call as CallRequest<E>, prepared as Prepared);
      const settle = async (outcome: Outcome | null): Promise<void> =>
        isRefused ? undefined : after?.(http.db, prepared as Prepared, outcome);
      const row = isRefused ? null : (inRows?.(call, prepared as Prepared) ?? null);
      const answer =
        isRefused || shape.movesMoney
          ? await answerOnce(http, shape, work, call, request, reply, settle, { asksByItself, row })
          : isLong(shape, request)
            ? await readLong(http, reply, (db) => answerNow(db, shape, work, call, request))
            : await answerNow(databaseFor(http, shape, request), shape, work, call, request);
      return send(reply, answer);
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

function send(reply: FastifyReply, { status, text, link }: LinkedAnswer): FastifyReply {
  reply.code(status);
  if (link) reply.header('Link', link);
  return text ? reply.type('application/json; charset=utf-8').send(text) : reply.send();
}

/** The whole call is here, perhaps long after its caller was looked up: session and business time count as they are now. */
async function judgeAgain(
  http: Http,
  shape: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!isLate(http, request)) return;
  if (request.guess) request.guess = guessInvestor(http, shape, request);
  if (!request.guess) tellTime(reply, await requireStillInvestor(http, request));
}

/** The page shows on which day a stake opened now comes back; in sandbox mode that does not follow the page's own clock. */
function tellTime(reply: FastifyReply, { now }: Investor): void {
  reply.header('Business-Time', now.toISOString());
}

declare module 'fastify' {
  interface FastifyRequest {
    investor: Investor | null;
    /** Set instead of `investor` while the caller is only presumed. */
    guess?: Guess | null;
  }
  interface FastifyContextConfig {
    shape?: EndpointShape;
  }
}

/** Whether the call adds up a whole history and writes nothing. */
function isLong(shape: EndpointShape, request: FastifyRequest): boolean {
  return shape.heavy === true && !shape.sessionFirst && isReading(request);
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
    key: shape.movesMoney ? readKey(request.headers['idempotency-key']) : '',
  } as CallRequest<E>;
}

/** Parses the call. Invalid input throws, except under a caller's key: there the refusal is an answer, stored like any other. */
function readCall<E extends EndpointShape>(shape: E, request: FastifyRequest): CallRequest<E> | Refusal {
  try {
    return ask(shape, request, request.investor);
  } catch (error) {
    const isKeyed = shape.movesMoney && request.headers['idempotency-key'] !== undefined;
    if (isKeyed && error instanceof Refusal) return error;
    throw error;
  }
}

/** An answer, and the link to the next page of a list. */
type LinkedAnswer = Answer & { link?: string };

async function answerNow<E extends EndpointShape>(
  db: Database,
  shape: E,
  useCase: UseCase<E>,
  call: CallRequest<E>,
  request: FastifyRequest,
): Promise<LinkedAnswer> {
  const answer: unknown = await useCase(db as Parameters<UseCase<E>>[0], call);
  if (!shape.pages) return writeAnswer(shape, answer);
  const page = answer as Page<unknown>;
  const written = writeAnswer(shape, page.rows);
  return page.next ? { ...written, link: `<${nextPage(request.url, page.next)}>; rel="next"` } : written;
}

function nextPage(url: string, cursor: string): string {
  const next = new URL(url, 'http://page');
  next.searchParams.set('after', cursor);
  return next.pathname + next.search;
}

async function answerOnce<E extends EndpointShape>(
  http: Http,
  shape: E,
  useCase: UseCase<E>,
  call: CallRequest<E> | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  settle: (outcome: Outcome | null) => Promise<void>,
  { asksByItself, row }: { asksByItself: true | undefined; row: Deciding<unknown> | null },
): Promise<Answer> {
  // A term that begins in the future by mistake could not be taken back. Not an answer of the key: the same call succeeds later.
  if (request.investor?.isClockAhead) throw refusePlatform('unavailable', {}, 60);
  const { params, body } = call instanceof Refusal ? request : call;
  const intent = {
    customerId: (request.investor as Investor).id,
    key: call instanceof Refusal ? readKey(request.headers['idempotency-key']) : call.key,
    request: JSON.stringify([shape.method, shape.path, params ?? null, body ?? null]),
    isKeyed: request.headers['idempotency-key'] !== undefined,
  };
  const refused = (refusal: Parameters<typeof writeRefusal>[1]): Answer =>
    writeRefusal(http, refusal, request.headers['accept-language']);
  const hold = (tx: Tx): void => http.requireMovable(tx, intent.customerId, intent.key);
  const work = async (tx: Tx): Promise<Answer> => {
    if (!asksByItself || call instanceof Refusal) hold(tx);
    if (call instanceof Refusal) throw call;
    try {
      return writeAnswer(shape, await useCase(tx as Parameters<UseCase<E>>[0], call));
    } catch (error) {
      // A stop on the customer's money is reported before any other refusal.
      if (asksByItself && error instanceof Refusal) hold(tx);
      throw error;
    }
  };
  // A stop on the customer's money is reported before any other refusal, and a refusal is kept under the caller's key.
  const underLock = (refusal: Refusal): Promise<Outcome> =>
    once(http.db, intent, refused, async (tx) => {
      hold(tx);
      throw refusal;
    });
  const answered = row
    ? answerRow(http.db, shape, intent, row, { write: refused, underLock })
    : once(http.db, intent, refused, work);
  const outcome = await answered.catch(async (error: unknown) => {
    await settle(null);
    throw error;
  });
  await settle(outcome);
  if (outcome.replayed) reply.header('Idempotency-Replayed', 'true');
  return outcome;
}

/** A call without a caller's key gets a generated one, so that it can be retried when its commit is in doubt. */
function readKey(header: string | string[] | undefined): string {
  if (header === undefined) return `unkeyed:${randomUUID()}`;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(header))
    throw refusePlatform('invalid_idempotency_key');
  return header;
}
