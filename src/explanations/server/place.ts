import { refusePlatform } from '#platform/refusals.ts';
import type { Page } from '#platform/server/serve.ts';

/** The largest id a transfer can have: where the newest page begins. */
const newestId = 9_223_372_036_854_775_807n;

/** Reads the opaque `after` of a list of transfers: everything older than this one. */
export function readPlace(after: string | undefined): bigint {
  if (after === undefined) return newestId;
  const text = Buffer.from(after, 'base64url').toString();
  if (!/^\d{1,18}$/.test(text)) throw refusePlatform('invalid_field', { field: 'after' });
  return BigInt(text);
}

/** Makes a page of `limit` rows out of the `limit + 1` that were read. */
export function makeTransferPage<Row extends { id: bigint }, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
): Page<Shown> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { rows: shown.map(show), next: isMore ? Buffer.from(String(last.id)).toString('base64url') : null };
}
