import type { EntrySeal } from '#platform/server/entry-seal.ts';
import type { Page } from '#platform/server/serve.ts';

/** Makes a page of `limit` rows out of the `limit + 1` that were read. */
export function makeTransferPage<Row extends { id: bigint }, Shown>(
  rows: readonly Row[],
  limit: number,
  seal: EntrySeal,
  show: (row: Row) => Shown,
): Page<Shown> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { rows: shown.map(show), next: isMore ? seal.nameOf(last.id) : null };
}
