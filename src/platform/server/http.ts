import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Language } from '../languages.ts';
import type { RefusalValues } from '../refusal.ts';
import { answerFault } from './answer-fault.ts';
import { boundConnections } from './bound-connections.ts';
import { boundHeaders } from './bound-headers.ts';
import type { Config } from './config.ts';
import type { Database, Tx } from './database.ts';
import type { ReadInvestor } from './investor.ts';
import { keepReading, readRateLimits, type ReadRateLimits, type Reading } from './keep-reading.ts';
import { loggerOptions, logAnswer } from './log.ts';
import { createDrain, type Drain } from './drain.ts';
import { countAnswer } from './metrics.ts';
import { type LimitRate, limitRate, type RateLimit } from './rate-limit.ts';
import type { Replica } from './replica.ts';
import { readBodyText, requirePlainBody } from './read-body-text.ts';
import { parseJson } from './read-request.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { securityHeaders } from './security-headers.ts';
import { traceRequests, withinSpan } from './trace-requests.ts';

/** What a refusal says, in the customer's language. */
export type Translate = (language: Language, folder: string, key: string, values: RefusalValues) => string;

/** What every route is built with. */
export interface HttpParts {
  config: Config;
  db: Database;
  /** A copy that follows it, for what is long to read; there may be none. */
  replica?: Replica | null | undefined;
  readInvestor: ReadInvestor;
  /** Business time for tests; the database's own unless told. */
  now?: (() => Date) | undefined;
  /** Refuses, first in the transaction of each call that moves money, a customer whose money may not move. */
  requireMovable: (tx: Tx, customerId: string, key: string) => void;
  translate: Translate;
  /** Where log lines go; standard output unless told. `false` writes none. */
  logTo?: { write(line: string): void } | false;
  /** How long is waited for what comes slowly or not at all; for tests that cannot. */
  patience?: Patience | undefined;
  /** How fast one customer may send calls that move money; that of the installation's mode unless told. */
  moneyRateLimit?: RateLimit | undefined;
  /** How fast may be read, unless as usual. */
  readRateLimits?: ReadRateLimits | undefined;
}

export interface Http extends HttpParts {
  app: FastifyInstance;
  limitMoneyRate: LimitRate;
  reading: Reading;
  /** How it leaves. */
  drain: Drain;
}

/** More than any customer does; less than would fill the books of keys or the brokerage's queue. Sandboxes are for load tests. */
const moneyRateLimits: Record<Config['mode'], RateLimit> = {
  production: { atOnce: 60, perSecond: 0.5 },
  sandbox: { atOnce: 20_000, perSecond: 200 },
};

/** The largest JSON body any call takes; uploads set their own. */
const bodyLimit = 64 * 1024;

/** How long is waited for whom, in milliseconds. */
export interface Patience {
  /** A request, from its first letter to its last. */
  wholeRequest: number;
  /** Its headers, and the first letter of a connection. */
  headers: number;
  /** Looked at this often: whoever sends a letter a second holds a connection for little longer. */
  between: number;
  /** A connection on which nothing is asked. Longer than a proxy's own, which else sends into one that is being closed. */
  idle: number;
  /** One on which nothing moves either way, such as an answer that nobody reads. Longer than event streams are silent. */
  silent: number;
}

const usualPatience: Patience = { wholeRequest: 30_000, headers: 15_000, between: 5_000, idle: 72_000, silent: 60_000 };

/** Of a request's line and headers together. */
const maxHeaderSize = 16 * 1024;

export function createHttp(parts: HttpParts): Http {
  const patience = parts.patience ?? usualPatience;
  const always = securityHeaders(parts.config);
  const drain = createDrain();
  const markAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('X-Request-Id', request.id);
    reply.headers(always);
  };
  const app = fastify({
    logger: loggerOptions(parts.logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    // What arrives on a connection that is about to be closed is answered all the same.
    return503OnClosing: false,
    requestTimeout: patience.wholeRequest,
    keepAliveTimeout: patience.idle,
    connectionTimeout: patience.silent,
    // Node takes the larger of the two times for the whole of a request, and that for the headers is a minute unless told.
    http: {
      requestTimeout: patience.wholeRequest,
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.between,
      maxHeaderSize,
    },
    trustProxy: parts.config.trustedProxies.length > 0 ? parts.config.trustedProxies : false,
    clientErrorHandler: (error, socket) => refuseUnreadable(parts, error, socket),
    // An address that cannot be decoded never reaches a route, and still gets an answer in the contract's shape.
    frameworkErrors: (error, request, reply) => {
      markAnswer(request, reply);
      answerFault(parts, error, request, reply);
    },
    // A password stands in a path (spec §7): 128 characters of nine encoded ones each.
    routerOptions: { maxParamLength: 1_200 },
  });
  boundConnections(app.server, parts.config);
  // Input is read by the endpoint's own schema (serve.ts), which refuses with the contract's codes.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') requirePlainBody(headers);
    done();
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const marksLostLetters = request.routeOptions.config.shape?.namesLines === true;
    try {
      done(null, parseJson(readBodyText(bytes as Buffer, { marksLostLetters })));
    } catch (error) {
      done(error as Error);
    }
  });
  const limitMoneyRate = limitRate(parts.moneyRateLimit ?? moneyRateLimits[parts.config.mode]);
  const reading = keepReading(parts.db, parts.readRateLimits ?? readRateLimits[parts.config.mode], parts.now);
  const http: Http = { ...parts, app, limitMoneyRate, reading, drain };
  traceRequests(app, parts.config);
  app.addHook('onRequest', (request, reply, done) => {
    boundHeaders(request.raw.headers);
    markAnswer(request, reply);
    done();
  });
  // Whoever asks again opens another connection, which leads elsewhere.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (drain.isUnderWay()) reply.header('Connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    withinSpan(request, () => logAnswer(request, reply));
    // How long a stream was open is no time to answer.
    const isStream = request.routeOptions.config.shape?.stream;
    if (!isStream) countAnswer(routeOf(request), request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerFault(http, error, request, reply));
  return http;
}

/** The route's template, never the address itself: addresses hold what must not be logged. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}
