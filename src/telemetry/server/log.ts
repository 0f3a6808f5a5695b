import { Counter } from 'prom-client';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

import { standardLog } from './log-destination.ts';
import { metrics } from './metrics.ts';
import { readTracing } from './tracing.ts';

type LoggerOptions = NonNullable<FastifyServerOptions['logger']>;

/**
 * Structured lines that never hold passwords, tokens, phones, e-mails or path parameters: a request is logged as its route's template, an
 * error as its kind, code and stack without the values that caused it.
 */
export function loggerOptions(logTo: { write(line: string): void } | false | undefined): LoggerOptions {
  if (logTo === false) return false;
  return {
    level: process.env.LOG_LEVEL || 'info',
    base: null,
    serializers: { req: () => ({}), res: () => ({}), err: describeFault },
    hooks: { logMethod: countError },
    // Lines name the trace they belong to, where tracing is on.
    ...(readTracing() ? { mixin: () => readTracing()?.current() ?? {} } : {}),
    stream: logTo ?? standardLog(),
  };
}

const errors = new Counter({
  name: 'lastro_errors_total',
  help: 'Log lines that report an error, faults included.',
  registers: [metrics],
});
const errorLevel = 50;

/** Counts errors, so that the metrics alone show that there is something to read. */
function countError(
  this: FastifyBaseLogger,
  given: Parameters<FastifyBaseLogger['info']>,
  log: (...given: unknown[]) => void,
  level: number,
): void {
  if (level >= errorLevel) errors.inc();
  log.apply(this, given);
}

export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.statusCode < 400 && request.method === 'GET' && !request.routeOptions.url?.startsWith('/api')) return;
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'answered',
  );
}

interface Described {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
}

/** PostgreSQL puts row values into `detail` and `where`; those are left out, and so is a value that it could not parse. */
function describeFault(error: Error): Described {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const message = isUnreadValue(code) ? error.message.replace(/".*/s, '…') : error.message;
  return {
    type: error.name,
    message,
    // The stack begins with the message.
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
  };
}

/** SQLSTATE class 22: the message quotes the input. */
function isUnreadValue(code: unknown): boolean {
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}
