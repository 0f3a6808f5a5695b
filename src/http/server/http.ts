import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Language } from '#platform/languages.ts';
import type { RefusalValues } from '#platform/refusal.ts';
import { answerFault } from './answer-fault.ts';
import { boundConnections } from './bound-connections.ts';
import { boundHeaders } from './bound-headers.ts';
import type { Buckets } from '#settings/server/buckets.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { type Gate, openGate } from './gate.ts';
import type { ReadInvestor } from './investor.ts';
import { keepReading, type Reading } from './keep-reading.ts';
import { promptMs } from './late-call.ts';
import { loggerOptions, logAnswer } from '#telemetry/server/log.ts';
import { createDrain, type Drain } from './drain.ts';
import { countAnswer } from '#telemetry/server/metrics.ts';
import type { Replica } from '#database/server/replica.ts';
import { readBodyText, requirePlainBody } from './read-body-text.ts';
import { parseJson } from './read-request.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { securityHeaders } from './security-headers.ts';
import { serveInOrder } from './serve-in-order.ts';
import { traceRequests, withinSpan } from './trace-requests.ts';

/** Returns the text of a refusal in the customer's language. */
export type Translate = (language: Language, folder: string, key: string, values: RefusalValues) => string;

/** Dependencies of every route. */
export interface HttpParts {
  config: Config;
  db: Database;
  /** A replica of the database for long-running reads, if there is one. */
  replica?: Replica | null | undefined;
  readInvestor: ReadInvestor;
  /** Business time for tests; the database's own by default. */
  now?: (() => Date) | undefined;
  /** Refuses a customer whose money may not move; runs first in the transaction of each call that moves money. */
  requireMovable: (tx: Tx, customerId: string, key: string) => void;
  translate: Translate;
  /** Destination of log lines; standard output by default. `false` writes none. */
  logTo?: { write(line: string): void } | false;
  /** Timeouts for slow or silent clients; for tests that cannot wait. */
  patience?: Patience | undefined;
  /** What the gate lets through, where it differs from the installation's settings. */
  buckets?: Buckets | undefined;
  /** How long a look-up of the caller is relied on, in milliseconds; `Infinity` for tests that count statements. */
  promptMs?: number | undefined;
}

export interface Http extends HttpParts {
  app: FastifyInstance;
  promptMs: number;
  gate: Gate;
  reading: Reading;
  /** How the server shuts down. */
  drain: Drain;
}

/** The largest JSON body accepted by default; uploads set their own limit. */
const bodyLimit = 64 * 1024;

/** Timeouts, in milliseconds. */
export interface Patience {
  /** For a request, from its first byte to its last. */
  wholeRequest: number;
  /** For a request's headers, and for the first byte on a connection. */
  headers: number;
  /** Interval between checks: a client that sends one byte a second holds a connection for little longer. */
  between: number;
  /** For a connection without requests. Longer than a proxy's own, which would otherwise send into one that is being closed. */
  idle: number;
  /** For a connection without traffic in either direction, such as an unread answer. Longer than event streams are silent. */
  silent: number;
}

const usualPatience: Patience = { wholeRequest: 30_000, headers: 15_000, between: 5_000, idle: 72_000, silent: 60_000 };

/** For a request's line and headers together. */
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
    // A request that arrives on a connection about to be closed is still answered.
    return503OnClosing: false,
    requestTimeout: patience.wholeRequest,
    keepAliveTimeout: patience.idle,
    connectionTimeout: patience.silent,
    // Node limits the whole request by the larger of the two timeouts, and the one for headers defaults to a minute.
    http: {
      requestTimeout: patience.wholeRequest,
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.between,
      maxHeaderSize,
    },
    trustProxy: parts.config.trustedProxies.length > 0 ? parts.config.trustedProxies : false,
    clientErrorHandler: (error, socket) => refuseUnreadable(parts, error, socket),
    // A URL that cannot be decoded never reaches a route, and still gets an answer in the contract's shape.
    frameworkErrors: (error, request, reply) => {
      markAnswer(request, reply);
      answerFault(parts, error, request, reply);
    },
    // A password appears in a path (spec §7): 128 characters, each percent-encoded to nine.
    routerOptions: { maxParamLength: 1_200 },
  });
  boundConnections(app.server, parts.config);
  serveInOrder(app.server);
  // Input is parsed by the endpoint's own schema (serve.ts), which refuses with the contract's codes.
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
  traceRequests(app, parts.config);
  app.addHook('onRequest', (request, reply, done) => {
    boundHeaders(request.raw.headers);
    markAnswer(request, reply);
    done();
  });
  const gate = openGate(app, parts.buckets ?? parts.config.gate, parts.db.pool.options.max);
  const reading = keepReading(parts.db);
  const http: Http = { ...parts, app, gate, reading, drain, promptMs: parts.promptMs ?? promptMs };
  // The client's next request opens a new connection, which leads to another server.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (drain.isUnderWay()) reply.header('Connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    withinSpan(request, () => logAnswer(request, reply));
    // The time that a stream stayed open is not an answer time.
    const isStream = request.routeOptions.config.shape?.stream;
    if (!isStream) countAnswer(routeOf(request), request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerFault(http, error, request, reply));
  return http;
}

/** The route's template, never the URL itself: URLs hold what must not be logged. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}
