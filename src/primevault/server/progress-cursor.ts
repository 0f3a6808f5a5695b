import { type Cursor, isInstant, isUuid } from '#http/server/cursor.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { ProgressOrder } from '../contract.ts';

/** The start of a page ordered by progress: after this rank, as ranked at one instant, and within a rank as in any list. */
export interface ProgressCursor extends Cursor {
  asOf: string;
  rank: number;
}

const wholeNumber = /^-?\d{1,5}$/;
const before = { rank: -100_000, at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Parses the opaque `after`. A cursor is valid only for its own order; in another it is refused. */
export function readProgressCursor(after: string | undefined, order: ProgressOrder, now: Date): ProgressCursor {
  if (after === undefined) return { asOf: now.toISOString(), ...before };
  const [of, asOf = '', rank = '', at = '', id = ''] = Buffer.from(after, 'base64url').toString().split('|');
  const isReadable = of === order && isInstant(asOf) && wholeNumber.test(rank) && isInstant(at) && isUuid(id);
  if (!isReadable) throw refusePlatform('invalid_field', { field: 'after' });
  return { asOf, rank: Number(rank), at, id };
}

export function writeProgressCursor(order: ProgressOrder, { asOf, rank, at, id }: ProgressCursor): string {
  return Buffer.from([order, asOf, rank, at, id].join('|')).toString('base64url');
}
