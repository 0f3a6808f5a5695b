import { type Cursor, isInstant, isUuid } from '#http/server/cursor.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { RankedOrder } from './read-ranked-page.ts';

/** The start of a page of a ranked list: after this rank, as ranked at one instant, and within a rank as in any list. */
export interface RankedCursor extends Cursor {
  asOf: string;
  rank: bigint;
}

const wholeNumber = /^-?\d{1,18}$/;
const before = { rank: -(10n ** 18n), at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Parses the opaque `after`. A cursor is valid only for its own order; in another it is refused. */
export function readRankedCursor(after: string | undefined, order: RankedOrder, now: Date): RankedCursor {
  if (after === undefined) return { asOf: now.toISOString(), ...before };
  const [of, asOf = '', rank = '', at = '', id = ''] = Buffer.from(after, 'base64url').toString().split('|');
  const isReadable = of === order && isInstant(asOf) && wholeNumber.test(rank) && isInstant(at) && isUuid(id);
  if (!isReadable) throw refusePlatform('invalid_field', { field: 'after' });
  return { asOf, rank: BigInt(rank), at, id };
}

export function writeRankedCursor(order: RankedOrder, { asOf, rank, at, id }: RankedCursor): string {
  return Buffer.from([order, asOf, rank, at, id].join('|')).toString('base64url');
}
