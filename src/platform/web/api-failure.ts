/** The server refused, or had a fault; the message is in the customer's language. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    readonly code: string,
    /** For the customer; empty when the answer was not one of ours (a proxy's error page). */
    message: string,
    readonly status: number,
    readonly details: Readonly<Record<string, unknown>> = {},
    /** The id of this request in the server's log. */
    readonly requestId = '',
  ) {
    super(message);
  }
}

/** No answer: there was no connection, it broke, or the answer took too long. Whether the call was carried out is unknown. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** True when the time limit of a call was over: its request was aborted, and not by the caller. Old browsers name that an abort. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof NetworkFailure && /Abort|Timeout/.test((error.cause as Error | undefined)?.name ?? '');
}

/**
 * True when retrying the same intent could succeed: there was no connection, or a dependency was unavailable. Whoever waited until the time
 * limit decides whether to wait again.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NetworkFailure) return !tookTooLong(error);
  return error instanceof ApiRefusal && (error.status === 502 || error.status === 503 || error.status === 504);
}

/**
 * True when the server refused this intent itself, so that nothing of it can happen any more. After anything else (no answer, a fault, the
 * first of two still running) the intent stays open and keeps its key.
 */
export function isDefinite(error: unknown): boolean {
  return error instanceof ApiRefusal && !isNoAnswer.has(error.code);
}

/**
 * Codes that concern the request and not the intent, which may have been carried out by an earlier call under its key or by this one. An
 * answer without one of our codes (`unknown`) comes from an intermediary, which may have passed the call on.
 */
const isNoAnswer = new Set([
  'fault',
  'idempotency_in_progress',
  'too_many_attempts',
  'unauthenticated',
  'unavailable',
  'unknown',
]);

/** The server's message for the customer; null when there is none. */
export function messageOf(error: unknown): string | null {
  return error instanceof ApiRefusal && error.message !== '' ? error.message : null;
}
