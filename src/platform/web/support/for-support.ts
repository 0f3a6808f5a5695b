import { ApiRefusal } from '../api-failure.ts';

/** What a customer can do nothing about: the house has no room, has stopped their money, or has failed. */
const unsolvable = new Set(['no_capacity', 'account_frozen', 'withdrawals_closed', 'fault', 'unknown']);

/** The number under which the server knows of a refusal that only support can help with; null of any other. */
export function supportReference(error: unknown): string | null {
  if (!(error instanceof ApiRefusal) || !unsolvable.has(error.code)) return null;
  return `${error.code} ${error.requestId}`.trim();
}
