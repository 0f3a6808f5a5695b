import { PoolExhausted } from './clients.ts';
import { isSilence, OutcomeUnknown } from './outcome-unknown.ts';

const pgCode = /^[0-9A-Z]{5}$/;
/**
 * Shutting down, crashed, starting, full, and read-only (a standby, or a former primary). The last three: this process stalled so long
 * within a transaction, or between two, that its connection was closed, and nothing had been committed.
 */
const goingAway = new Set(['57P01', '57P02', '57P03', '53300', '25006', '25P03', '25P04', '57P05']);
const lostConnection = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH']);

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Whether a statement was prepared on this connection before a migration changed its columns. PostgreSQL then rejects it there permanently;
 * any other connection prepares it anew, so this one is worth no more than a closed one. 0A000 alone has many other meanings.
 */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** Whether the database could not be reached, went away during the call, or was called on a connection that is no longer usable. */
export function isLost(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof PoolExhausted || isSilence(error)) return true;
  if (isOutdated(error)) return true;
  const code = codeOf(error);
  if (goingAway.has(code) || code.startsWith('08') || lostConnection.has(code)) return true;
  if (pgCode.test(code) || !(error instanceof Error)) return false;
  return /connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|not queryable/i.test(
    error.message,
  );
}
