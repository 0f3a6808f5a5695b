import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '#platform/languages.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Answer } from './answer.ts';
import type { HttpParts } from './http.ts';
import { causeOf } from '#database/server/database-failures.ts';
import { codeOf } from '#database/server/is-lost.ts';

/** Answers every refusal and every fault, in one shape: `{ code, message, details?, traceId? }`; `traceId` only where calls are traced. */
export function answerFault(
  parts: Pick<HttpParts, 'translate'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.code === 'fault') request.log.error({ err: error }, 'fault');
  logFailure(error instanceof Refusal ? error.cause : error, request);
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds));
  const answer = writeRefusal(parts, refusal, request.headers['accept-language'], request.span?.traceId);
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.text);
}

export function writeRefusal(
  parts: Pick<HttpParts, 'translate'>,
  refusal: Refusal,
  acceptLanguage: string | undefined,
  traceId?: string,
): Answer {
  const language = chooseLanguage(acceptLanguage);
  const message = parts.translate(language, refusal.folder, `refusals.${refusal.code}`, refusal.values);
  const details = Object.keys(refusal.values).length > 0 ? { details: refusal.values } : {};
  return {
    status: refusal.status,
    text: JSON.stringify({ code: refusal.code, message, ...details, ...(traceId ? { traceId } : {}) }),
  };
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // The database is unavailable or overloaded: the customer may try again.
  if (causeOf(error)) return refusePlatform('unavailable', {}, 2);
  const status = (error as Partial<FastifyError>).statusCode;
  if (status === 413) return refusePlatform('payload_too_large');
  if (status === 415) return refusePlatform('unsupported_media_type');
  if (status === 404) return refusePlatform('not_found');
  if (status !== undefined && status >= 400 && status < 500) return refusePlatform('bad_request');
  return refusePlatform('fault');
}

/** Logs which call hit the database failure; the statement is logged on a line of its own. */
function logFailure(error: unknown, { log, method, routeOptions }: FastifyRequest): void {
  const cause = causeOf(error);
  if (cause) log.warn({ cause, code: codeOf(error), method, route: routeOptions.url ?? 'unknown' }, 'not answered');
}
