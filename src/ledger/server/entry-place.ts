import { refusePlatform } from '#platform/refusals.ts';
import type { Page } from '#http/server/serve.ts';

/** An entry's place among its owner's: the journal's number, which counts only the owner's journals, and the leg. */
export interface EntryPlace {
  number: bigint;
  leg: number;
}

/** The place before which the newest page begins. */
export const newest: EntryPlace = { number: 9_223_372_036_854_775_807n, leg: 0 };
const shape = /^([1-9]\d{0,17})-([1-9]\d{0,2})$/;

/** The entry's id as shown to the customer, also used as the page cursor: `41-2`. */
export function entryId({ number, leg }: EntryPlace): string {
  return `${number}-${leg}`;
}

/** Null if it is not an entry id. */
export function readEntryId(id: string): EntryPlace | null {
  const [, number, leg] = shape.exec(id) ?? [];
  return number && leg ? { number: BigInt(number), leg: Number(leg) } : null;
}

/** @throws Refusal `invalid_field` for an invalid `after` */
export function readEntryCursor(after: string | undefined): EntryPlace {
  const place = after === undefined ? newest : readEntryId(after);
  if (!place) throw refusePlatform('invalid_field', { field: 'after' });
  return place;
}

/** Builds a page of `limit` rows from the `limit + 1` that were read. */
export function makeEntryPage<Row extends EntryPlace, Presented>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Presented,
): Page<Presented> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown.map(present), next: rows.length > limit && last ? entryId(last) : null };
}
