import { ApiRefusal } from '../api-failure.ts';

/** Refusals a customer can do nothing about: the house has no capacity, has frozen their money, or has failed. */
const unsolvable = new Set(['no_capacity', 'account_frozen', 'withdrawals_closed', 'fault', 'unknown']);

/** The code and request id of a refusal that only support can help with; null for any other. */
export function supportReference(error: unknown): string | null {
  if (!(error instanceof ApiRefusal) || !unsolvable.has(error.code)) return null;
  return `${error.code} ${error.requestId}`.trim();
}
