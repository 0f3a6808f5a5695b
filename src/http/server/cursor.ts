import { refusePlatform } from '#platform/refusals.ts';
import type { Page } from './serve.ts';

/** Where a page begins: everything older than this instant, and at this instant everything below this id. */
export interface Cursor {
  at: string;
  id: string;
}

const newest: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses the opaque `after` of a list; without one the list begins at the newest row. */
export function readCursor(after: string | undefined): Cursor {
  if (after === undefined) return newest;
  const [at = '', id = ''] = Buffer.from(after, 'base64url').toString().split('|');
  if (!isInstant(at) || !uuid.test(id)) throw refusePlatform('invalid_field', { field: 'after' });
  return { at, id };
}

/**
 * Whether the text is an instant as our cursors write it. A forged one may hold something that JavaScript parses and PostgreSQL does not.
 */
export function isInstant(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text && /^\d{4}-/.test(text) && !text.startsWith('0000');
}

/** Makes a page of `limit` rows from the `limit + 1` that were read. */
export function makePage<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => { at: Date; id: string },
  show: (row: Row) => Shown,
): Page<Shown> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: shown.map(show), next: more ? writeCursor(place(last)) : null };
}

function writeCursor({ at, id }: { at: Date; id: string }): string {
  return Buffer.from(`${at.toISOString()}|${id}`).toString('base64url');
}

export function isUuid(text: string): boolean {
  return uuid.test(text.toLowerCase());
}
