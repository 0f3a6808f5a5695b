/** The server said no, and why: a refusal or a fault, in the customer's language. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    readonly code: string,
    /** For the customer; empty when the answer was not one of ours (a proxy's error page). */
    message: string,
    readonly status: number,
    readonly details: Readonly<Record<string, unknown>> = {},
    /** What the server calls this very request in its log. */
    readonly requestId = '',
  ) {
    super(message);
  }
}

/** No answer: no connection, or it broke. Whether the call was carried out is not known. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** True when another try of the same intent could go better: nothing was answered, or a dependency was away. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NetworkFailure) return true;
  return error instanceof ApiRefusal && (error.status === 502 || error.status === 503 || error.status === 504);
}

/**
 * True when the server said no to this very intent, so that nothing of it can happen any more. After anything else (no
 * answer, a fault, the first of two still running) the intent stays open and keeps its key.
 */
export function isDefinite(error: unknown): boolean {
  return error instanceof ApiRefusal && !isNoAnswer.has(error.code);
}

/**
 * Said of this request and not of the intent: one under its key may have been carried out, before it or by it. An answer
 * without a code of ours (`unknown`) comes from somebody between us, who may have passed the call on.
 */
const isNoAnswer = new Set([
  'fault',
  'idempotency_in_progress',
  'too_many_attempts',
  'unauthenticated',
  'unavailable',
  'unknown',
]);

/** The words the server sent for the customer, null when there are none. */
export function messageOf(error: unknown): string | null {
  return error instanceof ApiRefusal && error.message !== '' ? error.message : null;
}
